import { AppError } from '#domain/errors.ts';
import type { Settlement } from '#domain/payouts/schema.ts';
import { type Chain, type ChainEvent, ifReachable, type WaitingCall } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { proofOf, record } from '#worker/settlement/ledger/record.ts';
import { eventsOf, identityOf } from '#worker/settlement/ledger/repository.ts';
import { storeReport } from '#worker/settlement/reported/repository.ts';

export interface Verified {
  /** Whether the chain shows the wanted change in this transaction, mined or still waiting. */
  shown: boolean;
  /** 200 recorded; 202 not certain yet, and the scheduled run continues. */
  status: 200 | 202;
  data: Settlement | null;
  message: string;
}

/** The transaction changed nothing, and never will. */
export class TransactionFailed extends AppError {
  constructor() {
    super('payment_mismatch', 'The transaction failed on the network, so nothing changed.');
  }
}

const waiting = (shown: boolean, message: string): Verified => ({
  shown,
  status: 202,
  data: null,
  message,
});

const UNSEEN = {
  unknown:
    'The network does not know this transaction yet. Nothing was changed; please report it again in a minute.',
  unreachable:
    'The network cannot be reached at the moment. Nothing was changed; please report it again in a minute.',
} as const;

/**
 * Records what a transaction did to policies from the contract's own events, and answers about the `wanted` one. Safe
 * to repeat. 422 if the transaction failed or did something else.
 * @param sent whether a call that isn't mined yet asks for the wanted change
 */
export async function verifyChange(
  ctx: Ctx,
  chain: Chain,
  { txHash, at }: { txHash: string; at?: number | undefined },
  wanted: (event: ChainEvent) => boolean,
  sent: (call: WaitingCall) => boolean = () => false,
): Promise<Verified> {
  const transaction = await ifReachable(chain.transaction(txHash, at), ({ message }) => {
    ctx.log.warn('verify_chain_unreachable', { chain: chain.id, reason: message });
    return { state: 'unreachable' as const };
  });
  if (transaction.state === 'failed') {
    throw new TransactionFailed();
  }
  // Whoever confirms the event, the audit log names who reported it.
  if (ctx.admin) {
    await storeReport(ctx.db, {
      chain_id: chain.id,
      tx_hash: txHash,
      admin_id: ctx.admin.id,
      at: nowIso(ctx),
    });
  }
  if (transaction.state === 'waiting') {
    return waiting(sent(transaction.call), 'The network has not confirmed the transaction yet.');
  }
  if (transaction.state !== 'mined') return waiting(false, UNSEEN[transaction.state]);
  const event = transaction.events.find(wanted);
  if (!event) throw new AppError('payment_mismatch', 'This transaction did something else.');
  await record(ctx, chain, EFFECTS, transaction.events, proofOf(transaction));
  const rows = await eventsOf(ctx.db, chain.id, [event.tx_hash]);
  const row = rows.find(
    (each) => identityOf(each) === identityOf(event) && each.block_hash === event.block.hash,
  );
  if (row?.kind === 'paid_in_error') {
    throw new AppError(
      'payment_mismatch',
      'This was paid before, or differs from what was prepared. The money is recorded as paid in error.',
    );
  }
  if (row?.status !== 'confirmed') return waiting(true, 'The transaction is waiting for more confirmations.');
  return {
    shown: true,
    status: 200,
    data: settlementOf(row),
    message: 'The transaction is verified and recorded.',
  };
}

function settlementOf(row: ChainEventRow): Settlement {
  return { ...row, amount: row.amount ?? '0', at: row.block_time };
}
