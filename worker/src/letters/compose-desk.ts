import * as z from 'zod';
import { NOTICES } from '#domain/admin/settings-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { ABOUT, type About } from '#worker/delivery/mail/desk-notice.ts';
import { readerOf, readersOf } from '#worker/delivery/mail/repository.ts';
import { type Composer, payloadOf } from './composer.ts';
import { facts, link, text } from './layout.ts';

const payload = z.object({
  notice: z.enum(NOTICES),
  about: z.enum(ABOUT),
  id: z.union([z.number().int(), z.string()]).nullable(),
});
type Id = z.output<typeof payload>['id'];

/** What waits, in a sentence that names nobody, and where it is at the desk. */
const TEXTS: Readonly<Record<About, (id: Id) => { sentence: string; path: string }>> = {
  claim: (id) => ({
    sentence: `${id === null ? 'A new claim' : `The new claim ${claimNumber(Number(id))}`} needs review.`,
    path: id === null ? '/admin/claims' : `/admin/claims?open=${id}`,
  }),
  exception: () => ({
    sentence: 'A payment arrived that matches no policy. It can be refunded.',
    path: '/admin/exceptions?status=open',
  }),
  paid_twice: (id) => ({
    sentence: `${id === null ? 'A claim' : `The claim ${claimNumber(Number(id))}`} was paid a second time, on chain. Please ask its holder to return the money.`,
    path: '/admin/exceptions?status=open',
  }),
  unclaimed: () => ({
    sentence: 'Money left the pool on chain without a claim. Please find out who sent it.',
    path: '/admin/exceptions?status=open',
  }),
  refund_in_error: () => ({
    sentence:
      'A refund left our account that was made before, or that differs from what was prepared. Please find out who sent it.',
    path: '/admin/exceptions?status=open',
  }),
  transfer_unprepared: () => ({
    sentence:
      'Money left our account on a network without a contract, and no payout or refund like it was prepared. Please find out who sent it.',
    path: '/admin/exceptions?status=open',
  }),
  thread: (id) => ({
    sentence: 'A customer wrote a message that needs a reply.',
    path: id === null ? '/admin/messages' : `/admin/messages?open=${id}`,
  }),
  audit_log: () => ({
    sentence:
      'The audit log no longer has the last line that was sealed: lines were cut off or replaced. Nothing is sealed until that is clear.',
    path: '/admin/audit-log',
  }),
  approval: () => ({
    sentence:
      'A colleague proposed a change that needs a second administrator. It can be confirmed or refused.',
    path: '/admin/settings',
  }),
};

const adminOf = (wallet: string) => Number(wallet.slice('admin:'.length));

/** Tells an administrator that something waits, if they still want to be told. */
export const composeDeskNotice: Composer = async (ctx, letter) => {
  const { notice, about, id } = payload.parse(JSON.parse(letter.body));
  const name = await readerOf(ctx.db, notice, adminOf(letter.wallet));
  if (name === null) throw new Unsendable('unwanted', true);
  const { sentence, path } = TEXTS[about](id);
  const { publicOrigin } = ctx.settings;
  return {
    content: { name, parts: [text(sentence), link('Open the desk', `${publicOrigin}${path}`)] },
    footer:
      'You are receiving this email because you asked for it in the settings of the Mooring back office.',
    choice: { label: 'Choose your notifications', url: `${publicOrigin}/admin/settings#notifications` },
  };
};

export const composeSenderTest: Composer = async () => ({
  content: {
    name: null,
    parts: [
      text('This is a test. If you can read it, letters from Mooring reach you.'),
      text('Check the sender, and reply to see where replies go.'),
    ],
  },
  footer: 'You are receiving this email because you asked for it in the settings of the Mooring back office.',
});

/** The report of a month for an administrator, with the figures as they were when it was written. */
export const composeMonthlyReport: Composer = async (ctx, letter) => {
  const readers = await readersOf(ctx.db, 'monthly_report');
  // Checked again here so that switching it off, or leaving, takes effect at once.
  const reader = readers.find(({ id, email }) => letter.wallet === `admin:${id}` && letter.target === email);
  if (!reader) throw new Unsendable('unwanted', true);
  const lines = Object.entries(payloadOf(letter));
  return {
    content: {
      name: reader.name,
      parts: [
        text(`${letter.subject}.`),
        facts(...lines.map(([label, value]) => [label, String(value) || '–'] as const)),
        link('Open the reports', `${ctx.settings.publicOrigin}/admin/reports`),
      ],
    },
    footer: 'You are receiving this email because you chose the monthly report in the Mooring back office.',
  };
};
