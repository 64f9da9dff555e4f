import type { AnnouncedPayout } from '#domain/payouts/announced.ts';
import { isAnnounced } from '#domain/transfers/lifecycle.ts';
import { approveAsBefore, awaitAgain, decideAgain } from '#worker/claims/paid.ts';
import {
  callOf,
  moveTransfer,
  payoutsOn,
  reviveEndedBy,
  type TransferChange,
  type TransferRow,
  transfersEndedBy,
} from '#worker/money/transfers/repository.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { noteEvent } from '#worker/policies/after.ts';
import { findByQuote } from '#worker/policies/repository.ts';
import { payoutsVoidedBy } from '#worker/settlement/watch/standing.ts';

/** Statements for a transfer that can't reach the chain anymore, led by a guard: its claim awaits its payment again, or a decision. */
export async function ended(
  ctx: Ctx,
  row: TransferRow,
  word: 'expired' | 'vetoed' | 'discarded',
  change: Pick<TransferChange, 'event_id'> = {},
  then: typeof awaitAgain = awaitAgain,
): Promise<[Statement, ...Statement[]]> {
  ctx.log.warn('transfer_ended', { chain: row.chain_id, quote: row.quote_id, word });
  return [
    ...moveTransfer(ctx.db, row, word, { ...change, ended_at: nowIso(ctx) }),
    ...(await then(ctx, row)),
  ];
}

/** Statements for what a contract refuses from now on, since this payout used the number. */
export async function outrun(ctx: Ctx, event: ChainEventRow, paidBy: string | null): Promise<Statement[]> {
  const number = event.claim_number ?? 0;
  const rows = (await payoutsOn(ctx.db, event.chain_id, event.quote_id)).filter(
    ({ id, claim_number }) => id !== paidBy && (claim_number ?? 0) <= number,
  );
  const batches = await Promise.all(rows.map((row) => ended(ctx, row, 'expired', { event_id: event.id })));
  return batches.flat();
}

type Terms = Pick<TransferRow, 'usd' | 'incident_at' | 'claim_number'>;

/** What was prepared for an announced payout: its claim's, which its terms tell from any other that somebody announced. */
const preparedFor = async (ctx: Ctx, chain: string, quote: string, terms: Terms): Promise<TransferRow[]> =>
  (await payoutsOn(ctx.db, chain, quote)).filter(
    ({ method, usd, incident_at, claim_number }) =>
      method === 'announced' &&
      usd === terms.usd &&
      incident_at === terms.incident_at &&
      claim_number === terms.claim_number,
  );

/** Statements for an announced payout that the chain shows: what was prepared for it follows it from now on. */
export async function followAnnouncement(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const [row] = await preparedFor(ctx, event.chain_id, event.quote_id, event);
  if (!row) return [];
  const { effective_at: payable_at, valid_until: until, tx_hash } = event;
  return moveTransfer(ctx.db, row, 'announced', { step: 'announce', payable_at, until, tx_hash });
}

/** Statements for an announcement whose block is gone: it can be sent again as long as it was prepared for. */
export async function unfollowAnnouncement(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const rows = (await preparedFor(ctx, event.chain_id, event.quote_id, event)).filter(isAnnounced);
  return rows.flatMap((row) => {
    const { valid_until: until } = callOf(row);
    return moveTransfer(ctx.db, row, 'reorganized', { step: 'announce', payable_at: null, until });
  });
}

/**
 * Statements for the announced payouts that an event makes void, such as a veto or another holder: their policies say so, and
 * what was prepared for them can't be paid anymore, so that their claims wait for a new decision.
 */
export async function voidPayouts(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const payouts = await payoutsVoidedBy(ctx, event);
  const ends = await Promise.all(
    payouts.map(async ({ quoteId, usd, incidentAt, claimNumber: claim_number }) => {
      const terms = { usd, incident_at: isoOf(incidentAt), claim_number };
      const rows = (await preparedFor(ctx, event.chain_id, quoteId, terms)).filter(isAnnounced);
      return Promise.all(rows.map((row) => ended(ctx, row, 'vetoed', { event_id: event.id }, decideAgain)));
    }),
  );
  return [...(await noteVoid(ctx, payouts, event, 'policy_payout_vetoed')), ...ends.flat(2)];
}

/** Statements for an event whose block is gone: what it made void waits again. */
export async function reviveVoided(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const [payouts, rows] = await Promise.all([
    payoutsVoidedBy(ctx, event),
    transfersEndedBy(ctx.db, event.id),
  ]);
  const notes = noteVoid(ctx, payouts, event, 'policy_orphaned');
  const claims = rows.map((row) => approveAsBefore(ctx, row));
  const revived = await reviveEndedBy(ctx.db, event.id);
  return [...(await Promise.all([notes, ...claims])).flat(), ...revived];
}

/** Statements for the history of each policy with such a payout, one line however many it has. */
async function noteVoid(
  ctx: Ctx,
  payouts: readonly AnnouncedPayout[],
  event: ChainEventRow,
  kind: 'policy_payout_vetoed' | 'policy_orphaned',
): Promise<Statement[]> {
  const quotes = [...new Set(payouts.map(({ quoteId }) => quoteId))];
  const policies = await Promise.all(quotes.map((quoteId) => findByQuote(ctx.db, quoteId)));
  return policies.flatMap((policy) => (policy ? noteEvent(ctx, policy, event, kind) : []));
}
