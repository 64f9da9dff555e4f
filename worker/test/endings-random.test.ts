/**
 * Random sequences of what ends a policy and what undoes it, over a policy and the one that replaces it: after every step the
 * checker's rules about endings hold. Broken on purpose, and noticed: the closing of a refunded ending, of an agreed refund whose
 * successor is gone and of an earlier request; the opening of what an event had closed; the waiting for a successor whose
 * payment is gone; and that a withdrawal makes a policy void, and a payout after it doesn't leave it so.
 */
import fc from 'fast-check';
import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { beforeAll, expect, inject, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { readRecords } from '../../scripts/faults/checker/records.ts';
import { agreed, settled, unused, voided } from '../../scripts/faults/checker/rules/endings.ts';
import { LOWER, quoteFor } from './change.ts';
import { setClaimStatus, submit } from './claims.ts';
import { cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from './desk.ts';
import {
  type Customer,
  later,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  shakyChain,
} from './harness.ts';
import { payOut, revertTo } from './registry.ts';

const RUNS = inject('modelRuns');
const SEED = inject('randomSeed');
const DAY = 86_400_000;

interface World {
  customer: Customer;
  /** The first policy, and then those that replaced one another. */
  policies: PolicyAnswer[];
  /** A change of cover that is signed and not paid. */
  signed: QuoteAnswer | null;
  /** The chain before each of the last steps on it. */
  snapshots: Hex[];
}

beforeAll(() => scanFromHere());

/** Lets the worker see the chain, twice: once to find an event, and once to confirm it. */
async function see(): Promise<void> {
  await shakyChain.mine({ blocks: 2 });
  await readChains();
  await readChains();
}

async function onChain(world: World, act: () => Promise<unknown>): Promise<void> {
  const before = await shakyChain.snapshot();
  await act();
  world.snapshots.push(before);
  await see();
}

const preview = async ({ customer }: World, { id }: PolicyAnswer) =>
  (
    await customer.call<CancellationPreview>(`/insurance/policy/${id}/cancel?preview=true`, {
      method: 'POST',
    })
  ).data;

const call = ({ customer }: World, data: Hex) =>
  sendReady({ to: shaky.contract, data }, customer.account, shakyChain);

type Step = (world: World, policy: PolicyAnswer) => Promise<unknown>;

const STEPS = {
  cancel: async (world, policy) => {
    if ((await preview(world, policy)).possible) await cancelPolicy(world.customer, policy.id);
  },
  consent: async (world, policy) => {
    const { possible, refund_amount: refund } = await preview(world, policy);
    const { timestamp } = await shakyChain.getBlock();
    const args = [policy.quote_id as Hex, BigInt(refund), timestamp + 86_400n] as const;
    const data = encodeFunctionData({ abi, functionName: 'consentToCancellation', args });
    if (possible) await onChain(world, () => call(world, data));
  },
  revoke: async (world, policy) => {
    const args = [policy.quote_id as Hex, maxUint256] as const;
    const { data: seen } = await world.customer.call<PolicyAnswer>(`/insurance/policy/${policy.id}`);
    if (seen.status !== 'active') return;
    await onChain(world, () => call(world, encodeFunctionData({ abi, functionName: 'revokeConsent', args })));
  },
  sign: async (world, policy) => {
    world.signed = await quoteFor(world.customer, policy.id, LOWER).catch(() => world.signed);
  },
  buy: async (world, policy) => {
    const quote = world.signed ?? (await quoteFor(world.customer, policy.id, LOWER).catch(() => null));
    if (!quote) return;
    world.signed = null;
    await onChain(world, () => world.customer.pay(quote, shakyChain));
    const bought = (await world.customer.policies()).find(({ quote_id: id }) => id === quote.quote_id);
    if (!bought) throw new Error('The policy of a change that was paid is not there');
    world.policies.push(bought);
  },
  withdraw: ({ customer }, { id }) =>
    customer.call(`/insurance/policy/${id}/withdraw`, { body: { replaced: 'continues' } }),
  withdraw_both: ({ customer }, { id }) =>
    customer.call(`/insurance/policy/${id}/withdraw`, { body: { replaced: 'ends' } }),
  refund: async (world, { id: policyId }) => {
    for (const outcome of ['rejected', 'cancelled'] as const) {
      const ready = await prepareRefund(deskCtx(), { policyId, outcome }).catch(() => null);
      if (ready) return onChain(world, () => sendReady(ready, UNDERWRITER, shakyChain));
    }
  },
  claim: async ({ customer }, policy) => {
    const { data, status } = await submit(customer, policy);
    if (status === 201 && policy.id % 2 === 0) await setClaimStatus(data.id, 'rejected');
  },
  pay_out: (world, policy) => onChain(world, () => payOut(policy, 400, shakyChain).catch(() => null)),
  reorganize: async (world) => {
    const before = world.snapshots.pop();
    if (before === undefined) return;
    await revertTo(before, 8);
    await see();
  },
  wait: () => runSchedule(later(15 * DAY), {}, ['settle endings']),
} satisfies Record<string, Step>;

type Name = keyof typeof STEPS;
/** What leads to most of the rest comes more often. */
const NAMES = [
  ...(Object.keys(STEPS) as Name[]),
  ...(['sign', 'buy', 'buy', 'cancel', 'reorganize', 'reorganize'] as const),
];
const SEQUENCE = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.boolean()), { minLength: 4, maxLength: 10 });

/** What the rules find, as sentences. */
async function findings(): Promise<string[]> {
  const records = await readRecords((sql) => rows(sql));
  const world = { records, facts: [], differences: [], now: new Date().toISOString() };
  return [settled, agreed, unused, voided].flatMap(({ name, find }) =>
    [...find(world)].map(([subject, detail]) => `${name}: ${subject}: ${detail}`),
  );
}

test('whatever ends and is undone, every ending agrees with its policies', {
  timeout: 60_000 + RUNS * 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(SEQUENCE, async (sequence) => {
      const { customer, policy } = await insured({}, shakyChain);
      const world: World = { customer, policies: [policy], signed: null, snapshots: [] };
      const done: string[] = [];
      await see();
      for (const [name, isFirst] of sequence) {
        const target = isFirst ? policy : (world.policies.at(-1) ?? policy);
        done.push(`${name} ${target.id}`);
        await STEPS[name](world, target);
        await runSchedule({}, {}, ['settle endings']);
        expect(await findings(), done.join(', ')).toEqual([]);
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  const counted = await rows(
    "SELECT kind, coalesce(closed_as, 'open') AS state, count(*) AS count FROM endings GROUP BY 1, 2",
  );
  const counts = counted.map(({ kind, state, count }) => `${kind} ${state}: ${count}`);
  // biome-ignore lint/suspicious/noConsole: a long run's numbers are worth reading.
  console.info(`endings: seed ${SEED}, ${RUNS} runs, ${counts.join(', ')}`);
});
