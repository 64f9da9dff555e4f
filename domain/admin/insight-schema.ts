/** The insurer in figures: dashboard, revenue and reports. Days, months and quarters are UTC. */
import * as z from 'zod';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { objects } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';

/** Money in both units: ether with 9 decimals, at the rate of each day, and dollars with 2. Both are decimal strings. */
export const worth = z.object({
  eth: z.string().regex(/^-?\d+\.\d{9}$/),
  usd: z.string().regex(/^-?\d+\.\d{2}$/),
});
export type Worth = z.output<typeof worth>;

/** `+12.5%`, `-3.0%` or `0.0%` against the period before; null if there was nothing then. */
export const change = z
  .string()
  .regex(/^([+-]\d+\.\d|0\.0)%$/)
  .nullable();
const changed = worth.extend({ change });
const count = z.number().int();
const month = z.string().regex(/^\d{4}-\d{2}$/);
const day = z.iso.date();
/** Up to when everything is counted; null before the first run of the job. */
const asOf = z.iso.datetime().nullable();

/** Growth compares what came in the last 30 days, today among them, with the 30 days before. */
export const GROWTH_DAYS = 30;

export const dashboardOverview = z.object({
  overview: z.object({
    total_users: count,
    /** Active policies whose last day of cover is today or later. */
    active_policies: count,
    total_claims: count,
    /** Premiums less refunds, in ether: a decimal string with 9 decimals. */
    platform_revenue: worth.shape.eth,
    /** The same in dollars, each at the rate of its day. */
    platform_revenue_usd: worth.shape.usd,
    user_growth: change,
    /** Of policies issued. */
    policy_growth: change,
    claim_growth: change,
    revenue_growth: change,
  }),
  /** Page views of the last 30 days. */
  monthly_views: count,
  as_of: asOf,
});
export type DashboardOverview = z.output<typeof dashboardOverview>;

export const activity = z.object({
  title: z.string(),
  description: z.string(),
  time: z.iso.datetime(),
  /** Where the record is at the desk, such as `/admin/claims?open=12`. */
  link: z.string(),
});
/** The newest first, 20 at most. The dashboard shows 5. */
export const activities = z.array(activity);

export const TIMEFRAMES = ['7d', '30d', '90d', '12m'] as const;
export const timeframeQuery = z.object({
  timeframe: z.enum(TIMEFRAMES, `Please choose ${TIMEFRAMES.join(', ')}.`).default('30d'),
});
/** The same figures over time: by day, or by month in `12m`, oldest first and without gaps. */
export const dashboardAnalytics = z.object({
  timeframe: z.enum(TIMEFRAMES),
  entries: objects({
    /** `2026-11-22`, or `2026-11`. */
    period: z.union([day, month]),
    views: count,
    users: count,
    policies: count,
    claims: count,
    revenue: worth,
  }),
});

/** Revenue is premiums less what was refunded of them, each at the time of its block. */
export const revenueOverview = z.object({
  /** Since the beginning; its change compares the last 30 days. */
  totalRevenue: changed,
  /** This month so far; its change compares as many days of the month before. */
  monthlyRevenue: changed,
  /** What the networks charged for our transactions. */
  transactionFees: changed,
  /** Our share of the premiums, by the setting at the time of each. */
  platformFees: changed,
  as_of: asOf,
});
/** Twelve months, oldest first. Fees are transaction fees and platform fees. */
export const revenueTrends = z.array(z.object({ month, revenue: worth, fees: worth }));
export const revenueCategories = objects({
  key: z.enum(PRODUCT_KEYS),
  name: z.string(),
  amount: worth,
  /** Of the revenue of all products, to one decimal. */
  percentage: z.number(),
});
/** The five policies with the highest premiums that were not refunded. */
export const topPolicies = objects({
  policy_id: count,
  /** `POL-012 · Home Insurance`. */
  name: z.string(),
  amount: worth,
  /** Against the average premium of its product. */
  change,
  changeType: z.enum(['increase', 'decrease']),
});
export const transactionAnalytics = z.object({
  /** Payments that bought a policy. */
  successfulPayments: count,
  /** Reported payments that failed on chain or never appeared. */
  failedTransactions: count,
  /** In percent, to one decimal; null before the first payment. */
  successRate: z.number().nullable(),
  averageTransaction: worth.nullable(),
  /** What the networks charged for our transactions. */
  processingFees: worth,
  /** Payments that fit no policy, and how many of them wait for their refund. */
  exceptions: z.object({ total: count, open: count, amount: worth, refunded: worth }),
});

export const COMPARISONS = ['last_month', 'last_quarter', 'last_year'] as const;
export const comparisonQuery = z.object({
  compareWith: z.enum(COMPARISONS, `Please compare with ${COMPARISONS.join(', ')}.`).default('last_month'),
});
const compared = z.object({
  from: day,
  /** The last day, included. */
  to: day,
  revenue: worth,
  refunds: worth,
  claims_paid: worth,
  policies: count,
  users: count,
});
/**
 * This month, quarter or year so far against as many days of the one before; a day that the earlier one doesn't have
 * (the 31st, February 29) is left out there.
 */
export const revenueComparison = z.object({
  compareWith: z.enum(COMPARISONS),
  current: compared,
  previous: compared,
  changes: z.object({
    revenue: change,
    refunds: change,
    claims_paid: change,
    policies: change,
    users: change,
  }),
});

export const MAX_DAILY = 90;
const DAILY = `Please ask for 1 to ${MAX_DAILY} days.`;
export const dailyQuery = z.object({
  days: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, DAILY)
    .transform(Number)
    .refine((days) => days <= MAX_DAILY, DAILY)
    .default(30),
});
/** Oldest first, today last, without gaps. */
export const revenueDaily = objects({
  day,
  revenue: worth,
  refunds: worth,
  claims_paid: worth,
  policies: count,
});

const ratio = z.number().nullable();
const performance = z.object({
  /** Premiums less refunds. */
  written: worth.shape.usd,
  /** The share of premiums for the days that have passed. */
  earned: worth.shape.usd,
  claims_paid: worth.shape.usd,
  /** By how much the reserves for open claims rose or fell. */
  reserve_change: worth.shape.usd,
  /** Paid and the change of reserves. */
  incurred: worth.shape.usd,
  /** Platform fees and transaction fees. What is paid elsewhere, such as staff and rent, is left out. */
  expenses: worth.shape.usd,
  /** Whether less than a tenth of the premium of the twelve months up to then is earned: too early for a loss ratio. */
  too_early: z.boolean(),
  /** Percent to one decimal; null while it is too early, or without the premium to divide by. incurred / earned. */
  loss_ratio: ratio,
  /** expenses / written. */
  expense_ratio: ratio,
  /** Loss ratio and expense ratio. */
  combined_ratio: ratio,
});
/** What the insurance business earned and cost: twelve months, oldest first, and each product in all of them. */
export const insuranceResult = z.object({
  months: z.array(performance.extend({ month })),
  products: z.array(performance.extend({ key: z.enum(PRODUCT_KEYS), name: z.string() })),
  total: performance,
  /** Claims made in the last four quarters by cause of loss, the most claimed first. */
  causes: objects({
    product: z.enum(PRODUCT_KEYS),
    /** What the cause is called, such as `Fire or smoke`. */
    label: z.string(),
    claims: count,
    claimed: worth.shape.usd,
  }),
  /** Today: premiums not yet earned, and what open claims are expected to cost. */
  unearned_premium: worth.shape.usd,
  outstanding_reserves: worth.shape.usd,
});

export const REPORT_PERIODS = ['month', 'quarter', 'year'] as const;
export const reportQuery = z.object({
  period: z.enum(REPORT_PERIODS, `Please choose ${REPORT_PERIODS.join(', ')}.`).default('month'),
  /** The first day of the period; without it, the current one. */
  from: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-01$/, 'A period starts on the first of a month.')
    .optional(),
});
export const reportExportQuery = reportQuery.extend({ format: z.enum(['csv', 'pdf']).default('csv') });
export const report = z.object({
  period: z.enum(REPORT_PERIODS),
  from: day,
  /** The last day, included. */
  to: day,
  /** Whether the period is over. */
  complete: z.boolean(),
  as_of: asOf,
  performance: objects({
    key: z.enum(PRODUCT_KEYS),
    type: z.string(),
    issued: count,
    revenue: worth,
    /** Claims incurred over premium earned, percent to one decimal; null while it is too early. */
    claims_ratio: ratio,
    /** By claims ratio: up to 60 % excellent, up to 80 % good, up to 100 % fair, above poor; null without a ratio. */
    performance: z.enum(['excellent', 'good', 'fair', 'poor', 'too_early']).nullable(),
  }),
  recent_claims: objects({
    id: count,
    claim_id: z.string(),
    customer: z.string(),
    policy_type: z.enum(PRODUCT_KEYS),
    amount: worth.shape.usd,
    status: z.enum(CLAIM_STATUSES),
    created_at: z.iso.datetime(),
  }),
  kpis: z.object({
    policies_issued: count,
    new_users: count,
    revenue: worth,
    average_premium: worth.shape.usd.nullable(),
    claims_made: count,
    /** Claims made per 100 policy-years of cover, to one decimal; null while it is too early. */
    claim_frequency: ratio,
    /** Of the claims that were decided for the first time, without second looks, in percent. */
    approval_rate: ratio,
    /** From the claim to its first decision. */
    average_decision_hours: z.number().nullable(),
    /** Of the period, in all products: what the ratios are made of. */
    earned_premium: worth.shape.usd,
    written_premium: worth.shape.usd,
    claims_paid: worth,
    average_payout: worth.shape.usd.nullable(),
    too_early: z.boolean(),
    loss_ratio: ratio,
    combined_ratio: ratio,
    failed_payments: count,
  }),
});
export type Report = z.output<typeof report>;
