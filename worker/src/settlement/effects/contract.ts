import { dollars } from '#domain/admin/figures.ts';
import { isDollar } from '#domain/currencies.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import type { EventKind } from '#worker/settlement/ledger/effect.ts';
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
export const tell = (ctx: Ctx, event: ChainEventRow): Statement =>
  setNotice(ctx.db, event, { notice: 'happened', notice_at: nowIso(ctx) });

/** The same of a reorganization that reverses it, unless they were not told of it yet. */
export const tellReversed = (ctx: Ctx, event: ChainEventRow): Statement[] => [
  setNotice(ctx.db, event, { notice: 'reversed', notice_at: nowIso(ctx) }, 'happened'),
  dropUntold(ctx.db, event),
];

/** A change or announcement of roles, stops and limits. It changes none of our records, but people have to know in time. */
export const governance: EventKind = {
  seen: async (ctx, { chain, event }) => ({
    statements:
      event.kind === 'governance' ? [storeLog(ctx.db, { ...event, chain_id: chain.id }, event.log)] : [],
    confirmed: false,
    became: 'noted',
    log: () => {},
  }),
  confirmed: async (ctx, event) => ({ statements: [tell(ctx, event)], from_status: null }),
  takenBack: async (ctx, event) => (event.status === 'confirmed' ? tellReversed(ctx, event) : []),
};
