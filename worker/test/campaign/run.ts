/** One run: a scenario with some faults, then quiet, then the checker. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { check } from '../../../scripts/faults/checker/check.ts';
import { readEvm } from '../../../scripts/faults/checker/evm.ts';
import type { Fact } from '../../../scripts/faults/checker/facts.ts';
import { type Query, readRecords } from '../../../scripts/faults/checker/records.ts';
import type { World as Checked, Finding } from '../../../scripts/faults/checker/rule.ts';
import { HIGHER, LOWER } from '../change.ts';
import { recomputeAll } from '../figures.ts';
import { scanFromHere, shaky, shakyChain } from '../harness.ts';
import { changeHolder } from '../registry.ts';
import { Dice } from './dice.ts';
import { freshChain, fundRelay, passOnChain } from './evm.ts';
import { FAULTS, type Fault, INVOCATION_FAULTS } from './kinds.ts';
import { arrive, EvmStage, openDesk } from './stage.ts';
import { TabClosed, World } from './world.ts';

interface Scenario {
  name: string;
  /** Besides those of an invocation and the closed tab. */
  fits: readonly Fault[];
  /** About how many invocations of the worker it takes. */
  steps: number;
  act(stage: EvmStage, begin: () => void): Promise<void>;
}

const PAYMENT: readonly Fault[] = [
  'payment dropped by a reorganization',
  'payment moved by a reorganization',
  'payment replaced by a reorganization',
  'quote expiring between signature and block',
  'payment to a rotated signer’s quote',
];
const PAYOUT: readonly Fault[] = ['payout dropped by a reorganization', 'payout moved by a reorganization'];
const ALWAYS: readonly Fault[] = [...INVOCATION_FAULTS, 'tab closed', 'clock off by minutes'];

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'purchase',
    fits: [
      ...PAYMENT,
      ...([
        'chain halted for an hour',
        'two tabs paying one draft',
        'stranger posting the hash first',
      ] as const),
    ],
    steps: 7,
    async act(stage, begin) {
      const customer = await arrive(stage.world);
      begin();
      await stage.buyTrip(customer);
    },
  },
  {
    name: 'relayed purchase',
    fits: [
      'chain halted for an hour',
      'quote expiring between signature and block',
      'stranger posting the hash first',
    ],
    steps: 8,
    async act(stage, begin) {
      await fundRelay();
      const customer = await arrive(stage.world);
      await stage.world.schedule(['relay']);
      begin();
      await stage.buyByRelay(customer);
    },
  },
  {
    name: 'change of cover',
    fits: PAYMENT,
    steps: 8,
    async act(stage, begin) {
      const customer = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      await stage.change(customer, policy, stage.world.dice.chance(0.5) ? LOWER : HIGHER);
    },
  },
  {
    name: 'cancellation',
    fits: PAYOUT,
    steps: 7,
    async act(stage, begin) {
      const customer = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      await stage.cancel(customer, policy);
      await stage.refund(`/admin/policies/${policy.id}`);
    },
  },
  {
    name: 'claim and payout',
    fits: [
      ...PAYOUT,
      'payout replaced by a reorganization',
      'chain halted for an hour',
      'claims of equal amounts on one day',
    ],
    steps: 8,
    async act(stage, begin) {
      const customer = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      const count = stage.world.acts('claims of equal amounts on one day')
        ? 2 + stage.world.dice.below(2)
        : 1;
      const claims: number[] = [];
      for (let number = 1; number <= count; number += 1)
        claims.push(
          await stage.approved(customer, policy, `The pipe number ${number} burst in the kitchen.`),
        );
      for (const id of stage.world.dice.some(claims, count)) await stage.payClaim(id, policy);
    },
  },
  {
    name: 'change of holder',
    fits: [],
    steps: 4,
    async act(stage, begin) {
      const customer = await arrive(stage.world);
      const heir = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      await changeHolder(policy.quote_id, heir.address, shakyChain);
      for (let runs = 0; runs < 3; runs += 1) await stage.world.schedule();
      await stage.approved(heir, policy, 'The window broke in the storm.');
    },
  },
];

export const fitting = (fault: Fault): Scenario[] =>
  SCENARIOS.filter(({ fits }) => ALWAYS.includes(fault) || fits.includes(fault));

export interface Outcome {
  seed: number;
  scenario: string;
  faults: readonly Fault[];
  happened: ReadonlyMap<Fault, number>;
  findings: Finding[];
}

const query: Query = async (sql) => (await env.DB.prepare(sql).all()).results as never;

async function ask(method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(shaky.rpc_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: unknown }).result;
}

/** What the checker looks at. */
export async function observe(now: number): Promise<Checked> {
  const facts: Fact[] = await readEvm({
    chain: String(shaky.chain_id),
    contracts: [shaky.contract],
    from: shaky.start_block,
    ask,
  });
  return { records: await readRecords(query), facts, now: new Date(now).toISOString() };
}

/** An empty database and the chain as it was at first. */
export async function fresh(): Promise<void> {
  await freshChain();
  await env.DB.prepare('SELECT 1').run();
  await env.FILES.head('anything');
  await reset();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  await scanFromHere();
}

/** The run of a seed. `index` says which fault it must have, so that each has its turn. */
export async function run(seed: number, planned: Fault | null = null): Promise<Outcome> {
  const dice = new Dice(seed);
  const first = planned ?? dice.pick(FAULTS);
  const scenario = dice.pick(fitting(first));
  const others = [...ALWAYS, ...scenario.fits].filter((fault) => fault !== first);
  const faults = [first, ...dice.some(others, dice.below(3))];
  return play(dice, scenario, faults);
}

export async function play(dice: Dice, scenario: Scenario, faults: readonly Fault[]): Promise<Outcome> {
  await fresh();
  const world = new World({
    dice,
    faults,
    variables: { CHAINS: JSON.stringify([shaky]) },
    substrate: null,
    passOnChain,
  });
  const stage = new EvmStage(world, await openDesk());
  const findings: Finding[] = [];
  try {
    await scenario.act(stage, () => world.begin(scenario.steps));
    await world.schedule();
  } catch (error) {
    if (!(error instanceof TabClosed)) findings.push(broken('scenario', error));
  }
  world.calm();
  try {
    await stage.finish();
    await recomputeAll();
  } catch (error) {
    findings.push(broken('aftermath', error));
  }
  findings.push(...check(await observe(world.clock())));
  return { seed: dice.seed, scenario: scenario.name, faults, happened: world.happened, findings };
}

const broken = (subject: string, error: unknown): Finding => ({
  rule: 'everything can be finished',
  subject,
  detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
});
