import {
  type ChainControls,
  HALT_INTERVAL_DAYS,
  type PayoutProposal,
  type PayoutProposalState,
} from '../../../../domain/admin/controls-schema.ts';
import { DAY_SECONDS } from '../../../../domain/days.ts';
import { AppError } from '../../../../domain/errors.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import type { SubstrateConfig } from '../../platform/chain/config.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { preparable } from '../../settlement/books/books.ts';
import {
  currentHalt,
  lastHaltBy,
  newestInError,
  newestProposals,
} from '../../settlement/books/repository.ts';
import { accountsOf, openMovements } from '../../settlement/movements/repository.ts';
import { nameOf } from './repository.ts';

/** The chain without a contract that we offer under this id. 404 for any other. */
export function recordedChain({ settings }: AdminCtx, genesis: string): SubstrateConfig {
  const { substrate } = settings;
  if (substrate?.genesis_hash === genesis.toLowerCase()) return substrate;
  throw new AppError('not_found', 'There is no such network without a contract.');
}

/** When a halt's administrator can halt again, as an ISO time. */
const haltableAfter = (haltedAt: string): string =>
  new Date(Date.parse(haltedAt) + HALT_INTERVAL_DAYS * DAY_SECONDS * 1000).toISOString();

/** The allowance, the halt and the proposed payouts of a chain without a contract. */
export async function readControls(ctx: AdminCtx, genesis: string): Promise<ChainControls> {
  const chain = recordedChain(ctx, genesis);
  const id = chain.genesis_hash;
  const now = nowIso(ctx);
  const [left, halt, own, rows, errors, movements, accounts] = await Promise.all([
    preparable(ctx, id, chain.allowance_usd),
    currentHalt(ctx.db, id, now),
    lastHaltBy(ctx.db, id, ctx.admin.id),
    newestProposals(ctx.db, id),
    newestInError(ctx.db, id),
    openMovements(ctx.db, id),
    accountsOf(ctx.db, id),
  ]);
  const ours = [chain.recipient, ...chain.earlier_recipients];
  const again = own && haltableAfter(own.haltedAt);
  return {
    genesis_hash: id,
    enforced_by: 'records',
    allowance_usd: chain.allowance_usd,
    allowance_left_usd: left,
    halt: halt && {
      halted_at: halt.haltedAt,
      until: halt.until,
      reason: halt.reason,
      halted_by: await nameOf(ctx.db, halt.adminId),
    },
    haltable_at: again && again > now ? again : null,
    proposals: rows.map((row) => presentProposal(row, now)),
    paid_in_error: errors.map(({ event, policyId }) => ({
      policy_id: policyId,
      policy_number: policyId === null ? null : policyNumber(policyId),
      quote_id: event.quoteId,
      claim_number: event.claimNumber,
      amount: event.amount ?? '0',
      paid_at: event.blockTime,
      tx_hash: event.txHash,
    })),
    unexplained: movements.map((row) => ({
      id: row.id,
      block: row.blockNumber,
      moved_at: row.blockTime,
      kind: row.kind,
      known: row.known,
      account: row.account,
      free: row.free,
      reserved: row.reserved,
      tx_hash: row.txHash,
      counterparty: row.counterparty,
    })),
    accounts: accounts
      .filter(({ account }) => ours.includes(account))
      .map((row) => ({
        account: row.account,
        checked_at: row.checkedAt,
        checked_block: row.checkedBlock,
        free_difference: row.freeDifference,
        reserved_difference: row.reservedDifference,
      })),
  };
}

type Row = Awaited<ReturnType<typeof newestProposals>>[number];

function stateOf({ proposal, paid }: Row, now: string): PayoutProposalState {
  if (proposal.vetoedAt !== null) return 'vetoed';
  if (paid !== null) return 'paid';
  if (proposal.lapsesAt < now) return 'lapsed';
  return proposal.payableAt <= now ? 'payable' : 'waiting';
}

const presentProposal = (row: Row, now: string): PayoutProposal => ({
  id: row.proposal.id,
  state: stateOf(row, now),
  policy_id: row.policyId,
  policy_number: row.policyId === null ? null : policyNumber(row.policyId),
  quote_id: row.proposal.quoteId,
  claim_number: row.proposal.claimNumber,
  usd: row.proposal.usd,
  incident_at: row.proposal.incidentAt,
  proposed_at: row.proposal.proposedAt,
  payable_at: row.proposal.payableAt,
  lapses_at: row.proposal.lapsesAt,
  tx_hash: row.paid?.txHash ?? null,
});
