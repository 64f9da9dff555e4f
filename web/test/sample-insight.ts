import type * as z from 'zod';
import type {
  activities,
  DashboardOverview,
  dashboardAnalytics,
  insuranceResult,
  Report,
  revenueCategories,
  revenueComparison,
  revenueDaily,
  revenueOverview,
  revenueTrends,
  topPolicies,
  transactionAnalytics,
} from '#domain/admin/insight-schema.ts';

/** At 2,000 dollars per ether. */
const worthOf = (usd: number) => ({ eth: (usd / 2000).toFixed(9), usd: usd.toFixed(2) });

export const sampleOverview: DashboardOverview = {
  overview: {
    total_users: 1240,
    active_policies: 861,
    total_claims: 57,
    platform_revenue: '412.345678901',
    platform_revenue_usd: '824691.36',
    user_growth: '+12.5%',
    policy_growth: '0.0%',
    claim_growth: null,
    revenue_growth: '-3.0%',
  },
  monthly_views: 48_210,
  as_of: '2026-11-22T09:30:00.000Z',
};

export const sampleActivities: z.output<typeof activities> = [
  ['Claim submitted', 'CLM-007 on POL-012', '/admin/claims?open=7'],
  ['Policy bought', 'POL-012 · Home Insurance', '/admin/policies?open=12'],
  ['New customer', 'Grace Hopper', '/admin/users?open=0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'],
  ['Claim paid', 'CLM-006, $1,200', '/admin/claims?open=6'],
  ['Message', 'Does my policy cover storms?', '/admin/messages?open=3'],
  ['Policy bought', 'POL-011 · Car Insurance', '/admin/policies?open=11'],
].map(([title = '', description = '', link = ''], index) => ({
  title,
  description,
  link,
  time: `2026-11-22T0${9 - index}:15:00.000Z`,
}));

const DAY = 86_400_000;
const END = Date.UTC(2026, 10, 22);
/** `count` days up to November 22, 2026. */
const daysUntil = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(END - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  );
/** December 2025 to November 2026. */
const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
);

export const sampleAnalytics = (
  timeframe: z.output<typeof dashboardAnalytics>['timeframe'],
): z.output<typeof dashboardAnalytics> => ({
  timeframe,
  entries: (timeframe === '12m' ? MONTHS : daysUntil(Number.parseInt(timeframe, 10))).map(
    (period, index) => ({
      period,
      views: 100 + ((index * 37) % 90),
      users: index % 7,
      policies: index % 5,
      claims: index % 3,
      revenue: worthOf(((index * 31) % 17) * 300),
    }),
  ),
});

const sampleRevenue: z.output<typeof revenueOverview> = {
  totalRevenue: { ...worthOf(824_691.36), change: '+4.2%' },
  monthlyRevenue: { ...worthOf(41_200), change: '-10.5%' },
  transactionFees: { ...worthOf(310.4), change: '0.0%' },
  platformFees: { ...worthOf(20_617.28), change: null },
  as_of: '2026-11-22T09:30:00.000Z',
};

export const sampleTrends: z.output<typeof revenueTrends> = MONTHS.map((month, index) => ({
  month,
  revenue: worthOf(30_000 + ((index * 7_919) % 25_000)),
  fees: worthOf(800 + index * 40),
}));

const sampleCategories: z.output<typeof revenueCategories> = [
  { key: 'home', name: 'Home Insurance', amount: worthOf(500_000), percentage: 60.6 },
  { key: 'car', name: 'Car Insurance', amount: worthOf(260_000), percentage: 31.5 },
  { key: 'travel', name: 'Travel Insurance', amount: worthOf(64_691.36), percentage: 7.9 },
];

const sampleTop: z.output<typeof topPolicies> = [
  {
    policy_id: 12,
    name: 'POL-012 · Home Insurance',
    amount: worthOf(1200),
    change: '+20.0%',
    changeType: 'increase',
  },
  {
    policy_id: 30,
    name: 'POL-030 · Car Insurance',
    amount: worthOf(800),
    change: '-4.0%',
    changeType: 'decrease',
  },
];

const sampleTransactions: z.output<typeof transactionAnalytics> = {
  successfulPayments: 980,
  failedTransactions: 20,
  successRate: 98,
  averageTransaction: worthOf(841.5),
  processingFees: worthOf(310.4),
  exceptions: { total: 9, open: 2, amount: worthOf(4_800), refunded: worthOf(3_000) },
};

export const sampleComparison = (
  compareWith: z.output<typeof revenueComparison>['compareWith'] = 'last_month',
): z.output<typeof revenueComparison> => ({
  compareWith,
  current: {
    from: '2026-11-01',
    to: '2026-11-22',
    revenue: worthOf(41_200),
    refunds: worthOf(1_200),
    claims_paid: worthOf(9_000),
    policies: 48,
    users: 40,
  },
  previous: {
    from: '2026-10-01',
    to: '2026-10-22',
    revenue: worthOf(46_000),
    refunds: worthOf(0),
    claims_paid: worthOf(6_000),
    policies: 50,
    users: 32,
  },
  changes: { revenue: '-10.4%', refunds: null, claims_paid: '+50.0%', policies: '-4.0%', users: '+25.0%' },
});

const sampleDaily = (days: number): z.output<typeof revenueDaily> =>
  daysUntil(days).map((day, index) => ({
    day,
    revenue: worthOf(((index * 5) % 11) * 240),
    refunds: worthOf(index % 9 === 0 ? 300 : 0),
    claims_paid: worthOf(((index * 3) % 7) * 150),
    policies: index % 4,
  }));

const performance = {
  written: '40000.00',
  earned: '32000.00',
  claims_paid: '9000.00',
  reserve_change: '-1000.00',
  incurred: '8000.00',
  expenses: '1100.00',
  too_early: false,
  loss_ratio: 25,
  expense_ratio: 2.8,
  combined_ratio: 27.8,
};
export const sampleInsurance: z.output<typeof insuranceResult> = {
  months: MONTHS.map((month, index) => ({
    ...performance,
    month,
    earned: (20_000 + index * 1_500).toFixed(2),
    incurred: (4_000 + ((index * 4_321) % 9_000)).toFixed(2),
  })),
  products: [
    { ...performance, key: 'home', name: 'Home Insurance' },
    {
      ...performance,
      key: 'travel',
      name: 'Travel Insurance',
      earned: '0.00',
      loss_ratio: null,
      combined_ratio: null,
    },
  ],
  total: performance,
  causes: [{ product: 'home', label: 'Fire or smoke', claims: 3, claimed: '12400.00' }],
  unearned_premium: '210000.00',
  outstanding_reserves: '35500.00',
};

export const sampleReport = (more: Partial<Report> = {}): Report => ({
  period: 'month',
  from: '2026-11-01',
  to: '2026-11-30',
  complete: false,
  as_of: '2026-11-22T09:30:00.000Z',
  performance: [
    {
      key: 'home',
      type: 'Home Insurance',
      issued: 30,
      revenue: worthOf(30_000),
      claims_ratio: 55.5,
      performance: 'excellent',
    },
    {
      key: 'car',
      type: 'Car Insurance',
      issued: 14,
      revenue: worthOf(10_400),
      claims_ratio: 104,
      performance: 'poor',
    },
    {
      key: 'travel',
      type: 'Travel Insurance',
      issued: 4,
      revenue: worthOf(800),
      claims_ratio: null,
      performance: null,
    },
  ],
  recent_claims: [
    {
      id: 7,
      claim_id: 'CLM-007',
      customer: 'Grace Hopper',
      policy_type: 'home',
      amount: '4000.50',
      status: 'under_review',
      created_at: '2026-11-20T09:00:00.000Z',
    },
  ],
  kpis: {
    policies_issued: 48,
    new_users: 40,
    revenue: worthOf(41_234.56),
    average_premium: '858.33',
    claims_made: 6,
    claim_frequency: 12.5,
    approval_rate: 83.3,
    average_decision_hours: 30,
    earned_premium: '41200.00',
    written_premium: '41234.56',
    claims_paid: worthOf(9_000),
    average_payout: '1800.00',
    too_early: false,
    loss_ratio: 25,
    combined_ratio: 27.8,
    failed_payments: 3,
  },
  ...more,
});

/** What a desk with these figures answers. */
export const insightAnswers = () => ({
  'GET /admin/dashboard/overview': { data: sampleOverview },
  'GET /admin/dashboard/activities': { data: sampleActivities },
  'GET /admin/dashboard/analytics': ({ query }: { query: string }) => ({
    data: sampleAnalytics(
      (new URLSearchParams(query).get('timeframe') ?? '30d') as Parameters<typeof sampleAnalytics>[0],
    ),
  }),
  'GET /admin/revenue/overview': { data: sampleRevenue },
  'GET /admin/revenue/trends': { data: sampleTrends },
  'GET /admin/revenue/categories': { data: sampleCategories },
  'GET /admin/revenue/policies': { data: sampleTop },
  'GET /admin/revenue/transactions': { data: sampleTransactions },
  'GET /admin/revenue/comparison': ({ query }: { query: string }) => ({
    data: sampleComparison(
      new URLSearchParams(query).get('compareWith') as Parameters<typeof sampleComparison>[0],
    ),
  }),
  'GET /admin/revenue/daily': ({ query }: { query: string }) => ({
    data: sampleDaily(Number(new URLSearchParams(query).get('days'))),
  }),
  'GET /admin/revenue/insurance': { data: sampleInsurance },
  'GET /admin/reports': { data: sampleReport() },
});
