/** Everything that tells a guardian or an administrator: letters, messages and webhooks. */
import type { AuditEvent } from '#domain/audit/events.ts';
import type { Waiting } from '#domain/audit/standing.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainName, isoOf } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow, ChainNotice } from '#worker/platform/db/registry-schema.ts';
import { isCustomer } from '#worker/settlement/exceptions/repository.ts';
import { eventKeyOf } from '#worker/settlement/ledger/repository.ts';
import { tell } from '#worker/told/tell.ts';

/** An event with what is said of it, and what it started if that still waits. */
export interface Item {
  row: ChainEventRow;
  event: AuditEvent;
  text: string;
  waits: Waiting | null;
}

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
  const network = chainName(ctx, chain.id);
  const told = { notice, network, lines: items.map(({ text }) => text) };
  const key = keyOf(first);
  const messages = holders.map(async (wallet) => {
    const events = items.flatMap((item) =>
      tell(
        ctx,
        'contract_event',
        { wallet, key: keyOf(item) },
        {
          notice,
          chain_id: item.event.chainId,
          contract: item.event.contract,
          event: item.event.name,
          text: item.text,
          tx_hash: item.event.txHash,
          possible_from: timeOf(item.waits?.from),
          possible_until: timeOf(item.waits?.until),
        },
      ),
    );
    if (!(await isCustomer(ctx.db, wallet))) return events;
    const thread = {
      key: `contract:${chain.id}:${wallet}`,
      wallet,
      type: 'general',
      subject: `The contract on ${network}`,
    } as const;
    return [
      ...tell(ctx, 'contract_notice', { wallet, thread, key: `contract:${wallet}:${key}` }, told),
      ...events,
    ];
  });
  return [
    ...tell(ctx, 'contract_watched', { wallet: null, key }, told),
    ...(await Promise.all(messages)).flat(),
  ];
}

const timeOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : isoOf(seconds);
