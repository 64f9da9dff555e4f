/** A customer, a policy and a claim: exactly which figures each step moves, and by how much. */
import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { CLAIMS, type insured, sendReady } from '../../../test/desk.ts';
import { moved } from '../../../test/figures.ts';
import { Customer, chain, rows, runSchedule, scanFromHere } from '../../../test/harness.ts';

let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

/** One change at many places. */
const all = (places: readonly string[], change: string) =>
  Object.fromEntries(places.map((place) => [place, change]));
const worth = (places: readonly string[], eth: string, usd: string) => ({
  ...all(
    places.map((place) => `${place}.eth`),
    eth,
  ),
  ...all(
    places.map((place) => `${place}.usd`),
    usd,
  ),
});
const SERIES = ['days7.entries.last', 'days30.entries.last', 'months12.entries.last'];
const REPORTS = ['report', 'year'];
const of = (places: readonly string[], name: string) => places.map((place) => `${place}.${name}`);
const HOME_RESULT = ['insurance.months.last', 'insurance.products.0', 'insurance.total'];

const REVENUE = [
  ...of([...SERIES, 'trends.last', 'daily.last', 'comparison.current'], 'revenue'),
  ...['revenue.totalRevenue', 'revenue.monthlyRevenue'],
  ...of(REPORTS, 'kpis.revenue'),
];
const HOME_REVENUE = ['categories.0.amount', ...of(REPORTS, 'performance.0.revenue')];
const feeOf = async (hash: `0x${string}`) => {
  const { gasUsed, effectiveGasPrice } = await chain.getTransactionReceipt({ hash });
  const fee = gasUsed * effectiveGasPrice;
  // In millionths of a dollar, of which the nearest cents are shown.
  const micros = Number((fee * 2_000_000_000n) / 10n ** 18n);
  return { cents: Math.round(micros / 10_000), gwei: Number(fee / 10n ** 9n) };
};
const eth = (gwei: number) => (gwei / 1e9).toFixed(9);
const usd = (cents: number) => (cents / 100).toFixed(2);

describe('each thing that happens moves exactly its figures', () => {
  let customer: Customer;
  let policy: Awaited<ReturnType<typeof insured>>['policy'];
  let claimId = 0;

  test('a customer who joins', async () => {
    const change = await moved(hedy, async () => {
      customer = await Customer.arrive();
    });
    expect(change).toEqual(
      all(
        [
          'dashboard.overview.total_users',
          ...of([...SERIES, 'comparison.current'], 'users'),
          ...of(REPORTS, 'kpis.new_users'),
        ],
        '0 → 1',
      ),
    );
  });

  test('a policy that is bought for $1,200, or 0.6 ETH, for 365 days from today', async () => {
    const quote = (await customer.quote()).data;
    const change = await moved(hedy, async () => {
      const answer = await customer.report(await customer.pay(quote));
      expect(answer.status).toBe(201);
      policy = answer.data;
    });
    expect(change).toEqual({
      ...all(
        [
          'dashboard.overview.active_policies',
          ...of([...SERIES, 'daily.last', 'comparison.current'], 'policies'),
          ...of(REPORTS, 'kpis.policies_issued'),
          ...of(REPORTS, 'performance.0.issued'),
          'transactions.successfulPayments',
        ],
        '0 → 1',
      ),
      ...worth([...REVENUE, ...HOME_REVENUE], '0.000000000 → 0.600000000', '0.00 → 1200.00'),
      'dashboard.overview.platform_revenue': '0.000000000 → 0.600000000',
      'dashboard.overview.platform_revenue_usd': '0.00 → 1200.00',
      'categories.0.percentage': '0 → 100',
      // 2.5 percent.
      ...worth(['revenue.platformFees', 'trends.last.fees'], '0.000000000 → 0.015000000', '0.00 → 30.00'),
      // 120,000 cents over 365 days are 328 each, and 280 more on the first.
      ...all([...of(HOME_RESULT, 'earned'), ...of(REPORTS, 'kpis.earned_premium')], '0.00 → 6.08'),
      ...all([...of(HOME_RESULT, 'written'), ...of(REPORTS, 'kpis.written_premium')], '0.00 → 1200.00'),
      ...all(of(HOME_RESULT, 'expenses'), '0.00 → 30.00'),
      // 6.08 of 1,200.00 is no tenth.
      ...all(of([...HOME_RESULT, ...of(REPORTS, 'kpis')], 'too_early'), 'false → true'),
      ...all(of(HOME_RESULT, 'expense_ratio'), 'null → 2.5'),
      'insurance.unearned_premium': '0.00 → 1193.92',
      ...all(of(REPORTS, 'kpis.average_premium'), 'null → 1200.00'),
      ...all(of(REPORTS, 'performance.0.performance'), 'null → too_early'),
      'transactions.averageTransaction': 'null → –',
      'transactions.averageTransaction.eth': '– → 0.600000000',
      'transactions.averageTransaction.usd': '– → 1200.00',
      'transactions.successRate': 'null → 100',
      'top.last.policy_id': `– → ${policy.id}`,
      'top.last.name': `– → ${policy.policy_number} · Home Insurance`,
      'top.last.amount.eth': '– → 0.600000000',
      'top.last.amount.usd': '– → 1200.00',
      'top.last.change': '– → 0.0%',
      'top.last.changeType': '– → increase',
    });
  });

  test('a claim of $5,000, of which $2,500 are above the deductible', async () => {
    const change = await moved(hedy, async () => {
      const { data } = await submit(customer, policy, { claim_amount: 5000 });
      claimId = data.id;
    });
    const [{ created_at } = { created_at: '' }] = await rows<{ created_at: string }>(
      'SELECT created_at FROM claims WHERE id = ?',
      claimId,
    );
    const shown = (place: string) => ({
      [`${place}.id`]: `– → ${claimId}`,
      [`${place}.claim_id`]: `– → CLM-00${claimId}`,
      [`${place}.customer`]: '– → Ada Lovelace',
      [`${place}.policy_type`]: '– → home',
      [`${place}.amount`]: '– → 5000.00',
      [`${place}.status`]: '– → pending',
      [`${place}.created_at`]: `– → ${created_at}`,
    });
    expect(change).toEqual({
      ...all(
        ['dashboard.overview.total_claims', ...of(SERIES, 'claims'), ...of(REPORTS, 'kpis.claims_made')],
        '0 → 1',
      ),
      ...shown('report.recent_claims.last'),
      ...shown('year.recent_claims.last'),
      ...all(of(HOME_RESULT, 'reserve_change'), '0.00 → 2500.00'),
      ...all(of(HOME_RESULT, 'incurred'), '0.00 → 2500.00'),
      'insurance.outstanding_reserves': '0.00 → 2500.00',
      'insurance.causes.last.product': '– → home',
      'insurance.causes.last.label': '– → Not named',
      'insurance.causes.last.claims': '– → 1',
      'insurance.causes.last.claimed': '– → 5000.00',
    });
  });

  test('its approval for $1,500, which releases $1,000 of the reserve', async () => {
    const change = await moved(hedy, async () => {
      const body = { status: 'approved', payout_amount: 1500, admin_notes: 'The floor was old.' };
      const answer = await hedy.call(`/admin/claims/${claimId}/status`, { method: 'PATCH', body });
      expect(answer.status).toBe(200);
    });
    expect(change).toEqual({
      ...all(of(REPORTS, 'kpis.approval_rate'), 'null → 100'),
      ...all(of(REPORTS, 'kpis.average_decision_hours'), 'null → 0'),
      ...all(of(REPORTS, 'recent_claims.last.status'), 'pending → approved'),
      ...all(of(HOME_RESULT, 'reserve_change'), '2500.00 → 1500.00'),
      ...all(of(HOME_RESULT, 'incurred'), '2500.00 → 1500.00'),
      'insurance.outstanding_reserves': '2500.00 → 1500.00',
    });
  });

  test('its payment on chain, which turns the reserve into a payment of 0.75 ETH', async () => {
    const change = await moved(hedy, async () => {
      const { data } = await hedy.call<{ to: string; data: string }>(`/admin/claims/${claimId}/payout`, {
        method: 'POST',
      });
      const transaction_hash = await sendReady(data, CLAIMS);
      const paid = await hedy.call(`/admin/claims/${claimId}/payment`, { body: { transaction_hash } });
      expect(paid.status).toBe(200);
    });
    expect(change).toEqual({
      ...worth(
        [...of(['daily.last', 'comparison.current'], 'claims_paid'), ...of(REPORTS, 'kpis.claims_paid')],
        '0.000000000 → 0.750000000',
        '0.00 → 1500.00',
      ),
      ...all(of(REPORTS, 'kpis.average_payout'), 'null → 1500.00'),
      ...all(of(REPORTS, 'recent_claims.last.status'), 'approved → paid'),
      ...all(of(HOME_RESULT, 'claims_paid'), '0.00 → 1500.00'),
      ...all(of(HOME_RESULT, 'reserve_change'), '1500.00 → 0.00'),
      'insurance.outstanding_reserves': '1500.00 → 0.00',
    });
  });

  test('what the network charged for that payment, by its receipt', async () => {
    const [{ tx_hash } = { tx_hash: '0x' as const }] = await rows<{ tx_hash: `0x${string}` }>(
      "SELECT tx_hash FROM chain_events WHERE kind = 'claim_paid'",
    );
    const fee = await feeOf(tx_hash);
    expect(fee.cents).toBeGreaterThan(0);
    const change = await moved(hedy, () => runSchedule());
    const ratio = (cents: number) => Math.round((cents * 1000) / 120_000) / 10;
    const expense = ratio(3000 + fee.cents);
    const expected: Record<string, string> = {
      ...worth(
        ['revenue.transactionFees', 'transactions.processingFees'],
        `0.000000000 → ${eth(fee.gwei)}`,
        `0.00 → ${usd(fee.cents)}`,
      ),
      ...worth(
        ['trends.last.fees'],
        `0.015000000 → ${eth(15_000_000 + fee.gwei)}`,
        `30.00 → ${usd(3000 + fee.cents)}`,
      ),
      ...all(
        ['insurance.months.last.expenses', 'insurance.total.expenses'],
        `30.00 → ${usd(3000 + fee.cents)}`,
      ),
    };
    if (expense !== 2.5) {
      Object.assign(expected, {
        ...all(['insurance.months.last.expense_ratio', 'insurance.total.expense_ratio'], `2.5 → ${expense}`),
      });
    }
    expect(change).toEqual(expected);
    // Once, however often the run comes.
    expect(await moved(hedy, () => runSchedule())).toEqual({});
  });
});
