import * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import { PROMISES } from '#domain/promises.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { SECRETS, type Told } from './kind.ts';
import { type Choice, type Closing, type Content, facts, link, paragraphs, text } from './layout.ts';

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'quote']), text: z.string() }),
  z.object({ kind: z.literal('facts'), facts: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('link'), label: z.string(), url: z.string() }),
]);

/** A letter as it is told, without its subject, which is a column. Only its frame is added when it is sent. */
const written = z.object({
  /** Name for the greeting, or null if it would reveal too much. */
  name: z.string().nullable(),
  parts: z.array(part),
  footer: z.string(),
  choice: z.object({ label: z.string(), url: z.string() }).nullable(),
});
export type Written = Content & Closing;

/** What the outbox stores: the letter, or the ids from which it is filled in when it is sent. */
export const storedLetter = z.object({
  letter: written.optional(),
  data: z.unknown().optional(),
  /** The claim that must still be the wallet's. */
  claim: z.number().nullable().default(null),
});

const HELP = text(
  `If something here is not right, reply to this email. We answer emails within ${PROMISES.emailReplyHours} hours.`,
);

const choiceAt = (origin: string): Choice => ({
  label: 'Choose which letters you get',
  url: `${origin}/profile#notifications`,
});

/** A letter to a customer: the message's words with facts, button and frame. */
export function letterOf<Data>(ctx: Ctx, entry: Told<Data>, data: Data, wallet: string): Written {
  const { letter } = entry;
  if (!letter) throw new Error('A letter that nobody gets');
  const origin = ctx.settings.publicOrigin;
  const shown = letter.facts?.(data) ?? [];
  const button = letter.button?.(data);
  const isOurs = letter.sent === 'always' || letter.sent === 'by_choice';
  const { footer = (_: Data, of: string) => `For the wallet ${shortAddress(of)}. ${SECRETS}` } = letter;
  return {
    name: letter.name?.(data) ?? null,
    parts: [
      ...(letter.words?.(data) ?? paragraphs(entry.text?.(data) ?? '')),
      ...(shown.length > 0 ? [facts(...shown)] : []),
      ...(letter.more?.(data, origin) ?? []),
      ...(button ? [link(button[0], `${origin}${button[1]}`)] : []),
      ...(letter.after?.(data, origin) ?? []),
      ...(isOurs ? [HELP] : []),
    ],
    footer: typeof footer === 'string' ? footer : footer(data, shownWallet(ctx.settings, wallet)),
    choice: letter.sent === 'by_choice' ? choiceAt(origin) : null,
  };
}

const ASKED =
  'You are receiving this email because you asked for it in the settings of the Mooring back office.';
const WATCHES = 'You are receiving this email because you guard or administer the contract of Mooring.';

/** A letter to administrators, each greeted by name. The guardian, who may have no account, is shown nothing of the desk. */
export function deskLetterOf<Data>(
  ctx: Ctx,
  desk: NonNullable<Told<Data>['desk']>,
  data: Data,
  isGuardian: boolean,
): Written {
  const origin = ctx.settings.publicOrigin;
  const shown = desk.facts?.(data) ?? [];
  const buttons = desk.buttons(data).filter(([, path]) => !isGuardian || !path.startsWith('/admin'));
  return {
    name: null,
    parts: [
      ...desk.words(data).map(text),
      ...(shown.length > 0 ? [facts(...shown)] : []),
      ...buttons.map(([label, path]) => link(label, `${origin}${path}`)),
    ],
    footer: desk.notice === 'contract' ? WATCHES : ASKED,
    choice:
      desk.notice === 'contract'
        ? null
        : { label: 'Choose your notifications', url: `${origin}/admin/settings#notifications` },
  };
}
