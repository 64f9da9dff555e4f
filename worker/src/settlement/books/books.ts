import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import type { Books } from '../../platform/chain/books.ts';
import type { ProposedPayout } from '../../platform/chain/chain.ts';
import type { PayoutTerms, RegistryEntry } from '../../platform/chain/terms.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { findByQuote, insertEvent } from '../../policies/repository.ts';
import { soldQuote } from '../../policies/sold.ts';
import {
  allowanceOf,
  blocksWith,
  currentHalt,
  eventsAbout,
  guardNoProposal,
  holdersOf,
  insertProposal,
  matchedPayments,
  type ProposalRow,
  pendingProposal,
  quotesWith,
} from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** The records that stand in for a contract, over our database. They are as old as the ledger: an event counts once it is read. */
export const recordedBooks = (ctx: Ctx): Books => ({
  async quotes(chain, ids) {
    const rows = await quotesWith(ctx.db, chain, ids);
    return new Map(rows.map((row) => [row.id, soldQuote(row)]));
  },

  async bought(chain, ids) {
    const events = await eventsAbout(ctx.db, chain, ids);
    return new Map(
      events
        .filter(({ kind }) => kind === 'purchased')
        .map(({ quoteId, txHash, eventIndex }) => [quoteId, { txHash, eventIndex }]),
    );
  },

  async matched(chain, txHashes) {
    const rows = await matchedPayments(ctx.db, chain, txHashes);
    return new Map(rows.map(({ txHash, eventIndex, quoteId }) => [`${txHash}:${eventIndex}`, quoteId]));
  },

  async registered(chain, ids) {
    const [events, holders] = await Promise.all([eventsAbout(ctx.db, chain, ids), holdersOf(ctx.db, ids)]);
    const entries = new Map<string, RegistryEntry>();
    for (const purchase of events.filter(({ kind }) => kind === 'purchased')) {
      const about = events.filter(({ quoteId }) => quoteId === purchase.quoteId);
      entries.set(purchase.quoteId, entryOf(purchase, about, holders.get(purchase.quoteId)));
    }
    return entries;
  },

  async blocksOf(chain, txHashes) {
    const rows = await blocksWith(ctx.db, chain, txHashes);
    return new Map(rows.map(({ txHash, block }) => [txHash, block]));
  },

  async allowanceLeft(chain, allowanceUsd) {
    return (await allowanceOf(ctx.db, chain, allowanceUsd, nowIso(ctx))).left;
  },

  async haltedUntil(chain) {
    const halt = await currentHalt(ctx.db, chain, nowIso(ctx));
    return halt && seconds(halt.until);
  },

  async proposal(chain, quoteId) {
    const row = await pendingProposal(ctx.db, chain, quoteId, nowIso(ctx));
    return row && presentProposal(row);
  },

  propose: (chain, terms, wait) => propose(ctx, chain, terms, wait),
});

/** What a contract's registry would say of a purchase after these events. */
function entryOf(
  purchase: ChainEventRow,
  about: readonly ChainEventRow[],
  holder = purchase.wallet,
): RegistryEntry {
  const refund = about.find(({ kind }) => kind === 'premium_refunded');
  const payouts = about.filter(({ kind }) => kind === 'claim_paid');
  return {
    holder,
    active: refund === undefined,
    start: seconds(purchase.coverFrom ?? purchase.blockTime),
    end: seconds(refund?.coverUntil ?? purchase.coverUntil ?? purchase.blockTime),
    coverageUsd: purchase.coverageUsd ?? 0,
    paidOutUsd: payouts.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    claims: payouts.reduce((most, { claimNumber }) => Math.max(most, claimNumber ?? 0), 0),
  };
}

/** Dollars that can be prepared now: what the allowance lets through, less what was prepared and isn't seen yet. */
export async function preparable(ctx: Ctx, chain: string, allowanceUsd: number): Promise<number> {
  const { left, reserved } = await allowanceOf(ctx.db, chain, allowanceUsd, nowIso(ctx));
  return Math.max(0, left - reserved);
}

const presentProposal = ({ usd, incidentAt, payableAt, lapsesAt }: ProposalRow): ProposedPayout => ({
  usd,
  incidentAt: seconds(incidentAt),
  payableAt: seconds(payableAt),
  lapsesAt: seconds(lapsesAt),
});

/** Records a proposal with its timeline entry and the desk's notice. If one is pending, that one stays. */
async function propose(
  ctx: Ctx,
  chain: string,
  { quoteId, claimNumber, incidentAt, usd }: PayoutTerms,
  wait: { payableAt: number; lapsesAt: number },
): Promise<ProposedPayout> {
  const now = nowIso(ctx);
  const row = await findByQuote(ctx.db, quoteId);
  const proposed: ProposedPayout = { usd, incidentAt, ...wait };
  const told: Statement[] = row
    ? [
        insertEvent(ctx.db, quoteId, {
          kind: 'payout_proposed',
          fromStatus: row.policy.status,
          toStatus: row.policy.status,
          at: now,
          chainId: chain,
          usd,
          requestId: ctx.requestId,
        }),
        deskNotice(ctx, {
          notice: 'veto',
          about: 'payout',
          id: row.policy.id,
          key: `payout:${quoteId}:${claimNumber}:${now}`,
        }),
      ]
    : [];
  const statements = [
    insertProposal(ctx.db, {
      chainId: chain,
      quoteId,
      claimNumber,
      usd,
      proposedAt: now,
      requestId: ctx.requestId,
      incidentAt: isoOf(incidentAt),
      payableAt: isoOf(wait.payableAt),
      lapsesAt: isoOf(wait.lapsesAt),
    }),
    ...told,
  ];
  const done = await commit(
    ctx,
    [guardNoProposal(ctx.db, chain, quoteId, now), ...statements],
    async (error) => {
      const other = await pendingProposal(ctx.db, chain, quoteId, now);
      if (!other) throw error;
      return presentProposal(other);
    },
  );
  return done === true ? proposed : done;
}
