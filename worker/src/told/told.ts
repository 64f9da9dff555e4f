import * as z from 'zod';
import { EVENT_DATA } from '#domain/webhooks/schema.ts';
import { CHAIN_NOTICES, type ChainNotice } from '#worker/platform/db/registry-schema.ts';
import { CLAIMS, UNTOLD } from './claims.ts';
import { ENDINGS } from './endings.ts';
import { HISTORY } from './history.ts';
import { kind, type Told } from './kind.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { POLICIES } from './policies.ts';

const SUBJECTS: Readonly<Record<ChainNotice, string>> = {
  happened: 'Something was announced or changed on the contract',
  soon: 'What was announced on the contract can be done soon',
  reversed: 'The network reversed an event of the contract',
};

const INTRODUCTION: Readonly<Record<ChainNotice, (network: string) => string>> = {
  happened: (network) => `The contract on ${network} reports:`,
  soon: (network) => `This was announced on ${network}. If it is wrong, please veto it before then:`,
  reversed: (network) =>
    `A reorganization of ${network} reversed what we wrote to you. If the network includes it again, we write again:`,
};
const ADVICE =
  'The guardian can veto what is announced until it is done, except its own replacement and a recovery.';

/** Sentences about what the chain shows to everybody. */
const notice = z.object({ notice: z.enum(CHAIN_NOTICES), network: z.string(), lines: z.array(z.string()) });

const CONTRACT = {
  /** To whoever watches the contract: administrators who may, and the guardian's own address. */
  contract_watched: kind({
    data: notice,
    desk: {
      notice: 'contract',
      subject: ({ notice }) => SUBJECTS[notice],
      words: ({ notice, network, lines }) => [
        INTRODUCTION[notice](network),
        ...lines,
        ...(notice === 'reversed' ? [] : [ADVICE]),
      ],
      buttons: () => [
        ['See what is announced', '/audit'],
        ['Open the contract at the desk', '/admin/contract'],
      ],
    },
  }),
  /** To the wallets that are guardian or administrator of the contract. */
  contract_notice: kind({
    data: notice,
    subject: ({ notice }) => SUBJECTS[notice],
    text: ({ notice, lines }) => [`${SUBJECTS[notice]}.`, ...lines].join('\n\n'),
    push: () => '/audit',
  }),
  /** The same for their programs, one event at a time. */
  contract_event: kind({
    data: EVENT_DATA['contract.notice'],
    webhook: { event: 'contract.notice', content: (data) => data },
  }),
};

/** Everything that is ever told, by its kind: whoever reads these entries has read every sentence that we send. */
export const TOLD = {
  ...CLAIMS,
  ...UNTOLD,
  ...POLICIES,
  ...HISTORY,
  ...ENDINGS,
  ...MONEY,
  ...MESSAGES,
  ...PEOPLE,
  ...CONTRACT,
};

export type Kind = keyof typeof TOLD;
export type DataOf<K extends Kind> = K extends Kind
  ? (typeof TOLD)[K] extends Told<infer Data>
    ? Data
    : never
  : never;
