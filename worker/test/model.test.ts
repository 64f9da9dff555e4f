/**
 * Random sequences of customers' and the desk's calls against a small model of the product: no server error, nobody else's
 * data, and at the end everything that is open can be brought to its end. `npm run test:full` runs more of them.
 */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { twoAtTheDesk } from './decided.ts';
import { Customer, runSchedule } from './harness.ts';
import { SEQUENCES } from './model/commands.ts';
import { type Claim, claimsOf, demand, isOver, type Model, type Real } from './model/product.ts';
import { compare, payClaim, preparePayout, refundPolicy, settleClaim } from './model/steps.ts';

const RUNS = inject('modelRuns');
const SEED = inject('randomSeed');

/** Other people in each sequence, since one person's calls in a minute are limited. */
const arrive = async (): Promise<Pick<Real, 'ada' | 'eve' | 'hedy' | 'grace'>> => ({
  ada: await Customer.arrive(),
  eve: await Customer.arrive(),
  ...(await twoAtTheDesk()),
});

/** Read again, since the steps change it. */
const stateOf = ({ status }: Claim) => status;

/** Decides, pays and refunds whatever is open, as the desk can at any time. */
async function finish(model: Model, real: Real): Promise<void> {
  for (const claim of model.claims) {
    if (isOver(claim)) continue;
    const before = claim.firstDeciders ?? claim.decidedBy;
    const by = before.includes('hedy') ? 'grace' : 'hedy';
    if (claim.status === 'pending' || claim.status === 'under_review') {
      const isStuck = before.includes('hedy') && before.includes('grace');
      if (isStuck) continue;
      await settleClaim(real, claim, by, 'approved');
      demand(real, stateOf(claim) === 'approved', `Claim ${claim.id} can't be decided`);
    }
  }
  for (const claim of model.claims.filter(({ status, prepared }) => status === 'approved' && prepared)) {
    await payClaim(real, claim, 'hedy');
  }
  for (const claim of model.claims.filter(({ status }) => status === 'approved')) {
    await preparePayout(model, real, claim, claim.decidedBy.at(-1) === 'hedy' ? 'grace' : 'hedy');
    demand(real, claim.prepared !== null, `No payout of claim ${claim.id} can be prepared`);
    await payClaim(real, claim, 'grace');
    demand(real, stateOf(claim) === 'paid', `Claim ${claim.id} can't be paid`);
  }
  await runSchedule({}, {}, ['settle endings']);
  for (const policy of model.policies) {
    const isOwed = policy.leaving !== 'no' && policy.status === 'active' && policy.paidUsd === 0;
    if (!isOwed || !claimsOf(model, policy).every(isOver)) continue;
    demand(real, await refundPolicy(model, real, policy, 'grace'), `Policy ${policy.id} can't be refunded`);
  }
}

test('any sequence of calls of customers and the desk ends with nothing stuck and nobody else’s data shown', {
  timeout: 60_000 + RUNS * 60_000,
}, async () => {
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(SEQUENCES, async (commands) => {
      const model: Model = { policies: [], claims: [] };
      const real: Real = { ...(await arrive()), steps: [], counts };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await finish(model, real);
      await compare(model, real, true);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  // biome-ignore lint/suspicious/noConsole: a long run's numbers are worth reading.
  console.info(`model runs: seed ${SEED}, ${RUNS} runs, ${JSON.stringify(counts)}`);
  // Sequences that decide and pay nothing would show nothing.
  for (const step of ['buy', 'claim', 'decide', 'prepare', 'pay', 'refund']) {
    expect(counts[step] ?? 0, step).toBeGreaterThan(0);
  }
});
