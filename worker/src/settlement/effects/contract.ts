import { dollars } from '#domain/admin/figures.ts';
import { isDollar } from '#domain/currencies.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { noteEvent } from '#worker/policies/after.ts';
import { findByQuote } from '#worker/policies/repository.ts';
import type { EventKind } from '#worker/settlement/ledger/effect.ts';
import {
  followAnnouncement,
  reviveVoided,
  unfollowAnnouncement,
  voidPayouts,
} from '#worker/settlement/transfers/end.ts';
import { dropUntold, setNotice, storeLog } from '#worker/settlement/watch/repository.ts';
import { lastRate } from './repository.ts';

/**
 * What capital was worth, by the rule of the books: dollars as they are, ether at the kept rate of its day. Zero for a
 * coin whose rate nothing keeps; null while the rate of today isn't read, so that recording it again gives the same.
 */
async function worthOf(ctx: Ctx, { chain_id, token, amount, block_time }: ChainEventRow) {
  const currency = chainOf(ctx, chain_id).currencies.find((each) => each.token === token);
  const worth = (usd: string) => Number(unitsToUsdCents(BigInt(amount ?? 0), usd, currency?.decimals ?? 0));
  if (currency && isDollar(currency.symbol)) return worth('1');
  if (currency?.symbol !== 'ETH') return 0;
  const day = block_time.slice(0, 10);
  const rate = await lastRate(ctx.db, day);
  if (rate?.day !== day && day >= new Date(ctx.clock()).toISOString().slice(0, 10)) return null;
  return rate ? worth(dollars(rate.usd_cents)) : 0;
}

/** Money that came into a pool or left it without a policy: only the books and the audit count it. */
export const capital: EventKind = {
  async confirmed(ctx, event) {
    const usdCents = await worthOf(ctx, event);
    return usdCents === null ? null : { statements: [], from_status: null, usd_cents: usdCents };
  },
  takenBack: async () => [],
};

/** Statement that has guardian and administrators told of a confirmed event; see `watch/watch.ts`. */
const tell = (ctx: Ctx, event: ChainEventRow): Statement =>
  setNotice(ctx.db, event, { notice: 'happened', notice_at: nowIso(ctx) });

/** The same of a reorganization that reverses it, unless they were not told of it yet. */
const tellReversed = (ctx: Ctx, event: ChainEventRow): Statement[] => [
  setNotice(ctx.db, event, { notice: 'reversed', notice_at: nowIso(ctx) }, 'happened'),
  dropUntold(ctx.db, event),
];

/** Keeps the log, from which anyone can say what was announced. */
const seen: EventKind['seen'] = async (ctx, { chain, event }) => ({
  statements: 'log' in event ? [storeLog(ctx.db, { ...event, chain_id: chain.id }, event.log)] : [],
  confirmed: false,
  became: 'noted',
  log: () => {},
});

/**
 * A change or announcement of roles, stops and limits. People have to know in time, and it may make void what was announced
 * of payouts.
 */
export const governance: EventKind = {
  seen,
  confirmed: async (ctx, event) => ({
    statements: [tell(ctx, event), ...(await voidPayouts(ctx, event))],
    from_status: null,
  }),
  takenBack: async (ctx, event) =>
    event.status === 'confirmed' ? [...tellReversed(ctx, event), ...(await reviveVoided(ctx, event))] : [],
};

/** A payout beyond the day's allowance. Whoever holds the claims role can announce one on a policy that doesn't exist. */
export const payoutAnnounced: EventKind = {
  seen,
  confirmed: async (ctx, event) => {
    const policy = await findByQuote(ctx.db, event.quote_id);
    const followed = policy
      ? [
          ...noteEvent(ctx, policy, event, 'policy_payout_announced'),
          ...(await followAnnouncement(ctx, event)),
        ]
      : [];
    return { statements: [tell(ctx, event), ...followed], from_status: null };
  },
  takenBack: async (ctx, event) => {
    if (event.status !== 'confirmed') return [];
    const policy = await findByQuote(ctx.db, event.quote_id);
    const unfollowed = policy
      ? [...noteEvent(ctx, policy, event, 'policy_orphaned'), ...(await unfollowAnnouncement(ctx, event))]
      : [];
    return [...tellReversed(ctx, event), ...unfollowed];
  },
};
