import * as z from 'zod';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { GUARDIAN } from '#worker/delivery/mail/contract-letter.ts';
import { watcherOf } from '#worker/delivery/mail/repository.ts';
import { CHAIN_NOTICES, type ChainNotice } from '#worker/platform/db/registry-schema.ts';
import type { Composer } from './composer.ts';
import { link, text } from './layout.ts';

const payload = z.object({ notice: z.enum(CHAIN_NOTICES), network: z.string(), lines: z.array(z.string()) });

const INTRODUCTION: Readonly<Record<ChainNotice, (network: string) => string>> = {
  happened: (network) => `The contract on ${network} reports:`,
  soon: (network) =>
    `This was announced or proposed on ${network}. If it is wrong, please veto it before then:`,
  reversed: (network) =>
    `A reorganization of ${network} reversed what we wrote to you. If the network includes it again, we write again:`,
};
const ADVICE =
  'The guardian can veto what is announced or proposed until it is done, except its own replacement and a recovery.';

/** Tells who watches the contract what it reported. */
export const composeContractNotice: Composer = async (ctx, letter) => {
  const { notice, network, lines } = payload.parse(JSON.parse(letter.body));
  const { guardianEmail, publicOrigin } = ctx.settings;
  const isGuardian = letter.wallet === GUARDIAN;
  // Checked again here, so that nobody who has left is told.
  const name = isGuardian ? '' : await watcherOf(ctx.db, letter.wallet, letter.target);
  if (name === null || (isGuardian && letter.target !== guardianEmail))
    throw new Unsendable('unwanted', true);
  return {
    content: {
      name: name || null,
      parts: [
        text(INTRODUCTION[notice](network)),
        ...lines.map(text),
        ...(notice === 'reversed' ? [] : [text(ADVICE)]),
        link('See what is announced', `${publicOrigin}/audit`),
        ...(isGuardian ? [] : [link('Open the contract at the desk', `${publicOrigin}/admin/contract`)]),
      ],
    },
    footer: 'You are receiving this email because you guard or administer the contract of Mooring.',
  };
};
