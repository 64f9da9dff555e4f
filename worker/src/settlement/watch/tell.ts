/** Everything that tells a guardian or an administrator: letters, messages and webhooks. */
import type { AuditEvent } from '#domain/audit/events.ts';
import type { Waiting } from '#domain/audit/standing.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { contractLetters } from '#worker/delivery/mail/contract-letter.ts';
import { emitEvent } from '#worker/delivery/webhooks/channel.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainName, isoOf } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow, ChainNotice } from '#worker/platform/db/registry-schema.ts';
import { isCustomer } from '#worker/settlement/exceptions/repository.ts';
import { eventKeyOf } from '#worker/settlement/ledger/repository.ts';

/** An event with what is said of it, and what it started if that still waits. */
export interface Item {
  row: ChainEventRow;
  event: AuditEvent;
  text: string;
  waits: Waiting | null;
}

const SUBJECTS: Readonly<Record<ChainNotice, string>> = {
  happened: 'Something was announced or changed on the contract',
  soon: 'What was announced on the contract can be done soon',
  reversed: 'The network reversed an event of the contract',
};

/** Statements that tell everyone, for the batch that notes it. A wallet gets messages once it has signed in. */
export async function tellAll(
  ctx: Ctx,
  chain: Chain,
  notice: ChainNotice,
  items: readonly Item[],
  holders: readonly string[],
): Promise<Statement[]> {
  // The same event in another block is other news.
  const keyOf = ({ row }: Item) => `${eventKeyOf(row)}:${row.block_hash}:${notice}`;
  const [first] = items;
  if (!first) return [];
  const subject = SUBJECTS[notice];
  const network = chainName(ctx, chain.id);
  const lines = items.map(({ text }) => text);
  const key = keyOf(first);
  const messages = holders.map(async (wallet) => {
    const webhooks = items.map((item) =>
      emitEvent(ctx, wallet, 'contract.notice', keyOf(item), {
        notice,
        chain_id: item.event.chainId,
        contract: item.event.contract,
        event: item.event.name,
        text: item.text,
        tx_hash: item.event.txHash,
        possible_from: timeOf(item.waits?.from),
        possible_until: timeOf(item.waits?.until),
      }),
    );
    if (!(await isCustomer(ctx.db, wallet))) return webhooks;
    const message = notify(ctx, {
      wallet,
      thread: {
        key: `contract:${chain.id}:${wallet}`,
        wallet,
        type: 'general',
        subject: `The contract on ${network}`,
      },
      subject,
      text: [`${subject}.`, ...lines].join('\n\n'),
      key: `contract:${wallet}:${key}`,
      path: '/audit',
      letter: null,
    });
    return [...message, ...webhooks];
  });
  return [
    ...contractLetters(ctx, { notice, subject, network, lines, key }),
    ...(await Promise.all(messages)).flat(),
  ];
}

const timeOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : isoOf(seconds);
