import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminDashboardApi from '#domain/admin/dashboard-api.ts';
import { FigureTotals } from '#domain/admin/figure-totals.ts';
import { changeOf, ether, worthOf } from '#domain/admin/figures.ts';
import { type activity, GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { daysTo, lastDays, monthOf, monthsTo, type Span, today } from '#domain/admin/periods.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { isPayoutReason, type PayoutReason } from '#domain/payments/reasons.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { movementOf, onChain, outside } from '#worker/admin/figures/movements/repository.ts';
import { figuresOf, readAsOf } from '#worker/admin/figures/repository.ts';
import { formatCents } from '#worker/claims/present.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies } from '#worker/platform/db/schema.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** How many customers, policies and claims there are, what they brought in, and how each grew. */
export const getOverview = serve(adminDashboardApi.getDashboardOverview, async (ctx) => {
  const day = today(ctx.clock());
  const { current, previous } = lastDays(day, GROWTH_DAYS);
  const { asOf, all, months, days } = await readOverview(ctx.db, day, previous.from);
  const growth = (figure: 'users' | 'policies' | 'claims') =>
    changeOf(days.of(figure, current).count, days.of(figure, previous).count);
  const active =
    days.of('active', { from: day, to: `${day.slice(0, 7)}-31` }).count + months.of('active').count;
  return {
    overview: {
      total_users: all.of('users').count,
      active_policies: active,
      total_claims: all.of('claims').count,
      platform_revenue: ether(all.of('revenue').gwei),
      user_growth: growth('users'),
      policy_growth: growth('policies'),
      claim_growth: growth('claims'),
      revenue_growth: changeOf(days.of('revenue', current).value, days.of('revenue', previous).value),
    },
    monthly_views: days.of('views', current).count,
    as_of: asOf,
  };
});

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** What came in, by day or by month. */
export const getAnalytics = serve(adminDashboardApi.getDashboardAnalytics, async (ctx, { timeframe }) => {
  const day = today(ctx.clock());
  const grain = timeframe === '12m' ? 'month' : 'day';
  const periods = timeframe === '12m' ? monthsTo(monthOf(day), 12) : daysTo(day, DAYS[timeframe]);
  const sums = await readSeries(ctx.db, grain, { from: periods[0] ?? day, to: periods.at(-1) ?? day });
  return {
    timeframe,
    entries: periods.map((period) => {
      const at = { from: period, to: period };
      return {
        period,
        views: sums.of('views', at).count,
        users: sums.of('users', at).count,
        policies: sums.of('policies', at).count,
        claims: sums.of('claims', at).count,
        revenue: worthOf(sums.of('revenue', at)),
      };
    }),
  };
});

const SHOWN = 20;

const PAYOUT_TITLES: Readonly<Record<PayoutReason, string>> = {
  claim_paid_twice: 'Claim paid twice',
  payout_without_claim: 'Payout without a claim',
  refund_in_error: 'Refund in error',
  transfer_unprepared: 'Transfer that nobody prepared',
};

type Activity = z.output<typeof activity>;
type Newest = Awaited<ReturnType<typeof readNewest>>;

const parts = (...texts: (string | null)[]) => texts.filter(Boolean).join(' · ');

const PAID = { claim_paid: 'Claim paid', claim_paid_other: 'Claim paid outside the chain' } as const;
const REFUNDED = { refund: 'Premium refunded', unmatched_refund: 'Payment refunded' } as const;

function ofMoney({ kind, at, policyId, usdCents }: Newest['money'][number]): Activity[] {
  const policy = policyId === null ? null : policyNumber(policyId);
  const link = policyId === null ? '/admin/exceptions' : `/admin/policies?open=${policyId}`;
  const description = parts(policy, formatCents(usdCents));
  if (kind === 'claim_paid' || kind === 'claim_paid_other')
    return [{ title: PAID[kind], description, time: at, link }];
  if (kind === 'refund' || kind === 'unmatched_refund')
    return [{ title: REFUNDED[kind], description, time: at, link }];
  // Premiums are told as policies, and payments without one as exceptions.
  return [];
}

function ofClaim(claim: Newest['made'][number], title: string, time: string, amount: string): Activity {
  const { id, product, customer_name } = claim;
  const description = parts(claimNumber(id), PRODUCTS[product].label, amount, customer_name || null);
  return { title, description, time, link: `/admin/claims?open=${id}` };
}

/** What happened last, whoever did it: the newest first. */
export const listActivities = serve(adminDashboardApi.listDashboardActivities, async (ctx) => {
  const { users, sold, made, decided, money, exceptions } = await readNewest(ctx.db, SHOWN);
  const all: Activity[] = [
    ...users.map(({ wallet, name, created_at }) => {
      const address = shownWallet(ctx.settings, wallet);
      return {
        title: 'Customer joined',
        description: parts(name, shortAddress(address)),
        time: created_at,
        link: `/admin/users?open=${address}`,
      };
    }),
    ...sold.map(({ id, product, premium_usd, customer_name, created_at }) => ({
      title: 'Policy issued',
      description: parts(
        policyNumber(id),
        PRODUCTS[product].label,
        formatUsd(premium_usd),
        customer_name || null,
      ),
      time: created_at,
      link: `/admin/policies?open=${id}`,
    })),
    ...made.map((claim) => ofClaim(claim, 'Claim made', claim.created_at, formatCents(claim.amount_cents))),
    ...decided.map((claim) => {
      const { status, decided_at, amount_cents, payout_usd } = claim;
      const isApproved = status !== 'rejected';
      const title = isApproved ? 'Claim approved' : 'Claim rejected';
      const amount = isApproved && payout_usd !== null ? formatUsd(payout_usd) : formatCents(amount_cents);
      return ofClaim(claim, title, decided_at ?? '', amount);
    }),
    ...money.flatMap(ofMoney),
    ...exceptions.map(({ id, reason, detail, at }) => ({
      title: isPayoutReason(reason) ? PAYOUT_TITLES[reason] : 'Payment without a policy',
      description: detail,
      time: at,
      link: `/admin/exceptions?open=${id}`,
    })),
  ];
  return all.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, SHOWN);
});

/** All time, the months after this one (whose policies end later), and the days from one on. */
async function readOverview(db: Database, day: string, from: string) {
  const month = day.slice(0, 7);
  const [all, months, days, ending] = await db.batch([
    figuresOf(db, 'all', { figures: ['users', 'claims', 'revenue'] }),
    figuresOf(db, 'month', { figures: ['active'], from: `${month}-` }),
    figuresOf(db, 'day', { figures: ['users', 'policies', 'claims', 'revenue', 'views'], from, to: day }),
    figuresOf(db, 'day', { figures: ['active'], from: day, to: `${month}-31` }),
  ]);
  return {
    asOf: await readAsOf(db),
    all: new FigureTotals(all),
    months: new FigureTotals(months),
    days: new FigureTotals([...days, ...ending]),
  };
}

async function readSeries(db: Database, grain: 'day' | 'month', span: Span): Promise<FigureTotals> {
  const figures = ['views', 'users', 'policies', 'claims', 'revenue'] as const;
  return new FigureTotals(await figuresOf(db, grain, { figures, ...span }));
}

/** The newest rows of everything that happens, `limit` of each, in one round trip. */
async function readNewest(db: Database, limit: number) {
  const [users, sold, made, decided, paid, elsewhere, exceptions] = await db.batch([
    db.select().from(accounts).orderBy(desc(accounts.id)).limit(limit),
    db.select().from(policies).orderBy(desc(policies.id)).limit(limit),
    db.select().from(claims).orderBy(desc(claims.id)).limit(limit),
    db
      .select()
      .from(claims)
      .where(isNotNull(claims.decided_at))
      .orderBy(desc(claims.decided_at))
      .limit(limit),
    // Premiums are told as policies, which are as many at least; so twice as many rows hide none of the rest.
    db.all(onChain(sql`true ORDER BY e.block_time DESC, e.id DESC LIMIT ${sql.raw(String(2 * limit))}`)),
    db.all(outside(sql`true ORDER BY o.confirmed_at DESC, o.claim_id DESC LIMIT ${sql.raw(String(limit))}`)),
    db
      .select({
        id: paymentExceptions.id,
        reason: paymentExceptions.reason,
        detail: paymentExceptions.detail,
        at: chainEvents.block_time,
      })
      .from(paymentExceptions)
      .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
      .where(and(inArray(paymentExceptions.status, ['open', 'resolved']), ne(chainEvents.status, 'orphaned')))
      .orderBy(desc(paymentExceptions.id))
      .limit(limit),
  ]);
  return { users, sold, made, decided, money: [...paid, ...elsewhere].map(movementOf), exceptions };
}
