/** The scenarios of the fault campaign, on both kinds of chains. */
import type { Admin } from '../admin.ts';
import { HIGHER, LOWER } from '../change.ts';
import { fundRelay } from './evm.ts';
import { type Fault, INVOCATION_FAULTS } from './kinds.ts';
import { arrive, EvmStage } from './stage.ts';
import { SubstrateStage } from './substrate-stage.ts';
import type { World } from './world.ts';

/** A scenario on its way: `act` calls `begin` where faults may begin, and `finish` is what the desk does afterwards. */
interface Play {
  act(begin: () => void): Promise<void>;
  finish(): Promise<void>;
}

export interface Scenario {
  name: string;
  chain: 'evm' | 'substrate';
  /** Besides those that can happen everywhere. */
  fits: readonly Fault[];
  /** About how many invocations of the worker it takes. */
  steps: number;
  open(world: World, admin: Admin): Play;
}

const play = <Stage extends { finish(): Promise<void> }>(
  stage: Stage,
  act: (stage: Stage, begin: () => void) => Promise<void>,
): Play => ({ act: (begin) => act(stage, begin), finish: () => stage.finish() });

type Told = Pick<Scenario, 'name' | 'fits' | 'steps'>;
const onEvm = (told: Told, act: (stage: EvmStage, begin: () => void) => Promise<void>): Scenario => ({
  ...told,
  chain: 'evm',
  open: (world, admin) => play(new EvmStage(world, admin), act),
});
const onSubstrate = (
  told: Told,
  act: (stage: SubstrateStage, begin: () => void) => Promise<void>,
): Scenario => ({
  ...told,
  chain: 'substrate',
  open: (world, admin) => play(new SubstrateStage(world, admin), act),
});

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
  onEvm(
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
    },
    async (stage, begin) => {
      const customer = await arrive(stage.world);
      begin();
      await stage.buyTrip(customer);
    },
  ),
  onEvm(
    {
      name: 'relayed purchase',
      fits: [
        'payment dropped by a reorganization',
        'chain halted for an hour',
        'quote expiring between signature and block',
        'stranger posting the hash first',
      ],
      steps: 8,
    },
    async (stage, begin) => {
      await fundRelay();
      const customer = await arrive(stage.world);
      await stage.world.schedule(['relay']);
      begin();
      await stage.buyByRelay(customer);
    },
  ),
  onEvm({ name: 'change of cover', fits: PAYMENT, steps: 8 }, async (stage, begin) => {
    const customer = await arrive(stage.world);
    const policy = await stage.insured(customer);
    begin();
    await stage.change(customer, policy, stage.world.dice.chance(0.5) ? LOWER : HIGHER);
  }),
  onEvm({ name: 'two changes of cover', fits: PAYOUT, steps: 12 }, async (stage, begin) => {
    const customer = await arrive(stage.world);
    const policy = await stage.insured(customer);
    await stage.change(customer, policy, LOWER);
    const [next] = await customer.policies();
    begin();
    if (!next) return;
    await stage.change(customer, next, HIGHER);
    await stage.refund(`/admin/policies/${next.id}`);
  }),
  onEvm(
    {
      name: 'withdrawal with a claim',
      fits: [...PAYOUT, 'claims of equal amounts on one day'],
      steps: 8,
    },
    async (stage, begin) => {
      const customer = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      const count = stage.world.acts('claims of equal amounts on one day') ? 2 : 1;
      for (let number = 1; number <= count; number += 1)
        await stage.approved(customer, policy, `The pipe number ${number} burst in the kitchen.`);
      await stage.withdraw(customer, policy);
      await stage.refund(`/admin/policies/${policy.id}`);
    },
  ),
  onEvm({ name: 'cancellation', fits: PAYOUT, steps: 7 }, async (stage, begin) => {
    const customer = await arrive(stage.world);
    const policy = await stage.insured(customer);
    begin();
    await stage.cancel(customer, policy);
    await stage.refund(`/admin/policies/${policy.id}`);
  }),
  onEvm(
    {
      name: 'claim and payout',
      fits: [
        ...PAYOUT,
        'payout replaced by a reorganization',
        'chain halted for an hour',
        'claims of equal amounts on one day',
      ],
      steps: 8,
    },
    async (stage, begin) => {
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
  ),
  onEvm(
    { name: 'change of holder', fits: ['change of holder dropped by a reorganization'], steps: 4 },
    async (stage, begin) => {
      const customer = await arrive(stage.world);
      const heir = await arrive(stage.world);
      const policy = await stage.insured(customer);
      begin();
      const holder = await stage.inherit(customer, heir, policy);
      await stage.approved(holder, policy, 'The window broke in the storm.');
    },
  ),
  onSubstrate(
    {
      name: 'purchase on Substrate',
      fits: [
        ...(['quote expiring between signature and block', 'chain halted for an hour'] as const),
        ...(['two tabs paying one draft', 'stranger posting the hash first'] as const),
        'recipient rotated',
      ],
      steps: 7,
    },
    async (stage, begin) => {
      await stage.arrive();
      begin();
      await stage.buyTrip();
    },
  ),
  onSubstrate(
    {
      name: 'change of cover on Substrate',
      fits: ['chain halted for an hour', 'recipient rotated'],
      steps: 7,
    },
    async (stage, begin) => {
      await stage.arrive();
      const policy = await stage.insuredAtHome();
      begin();
      await stage.change(policy, stage.world.dice.chance(0.5) ? LOWER : HIGHER);
    },
  ),
  onSubstrate(
    { name: 'cancellation on Substrate', fits: ['recipient rotated'], steps: 7 },
    async (stage, begin) => {
      await stage.arrive();
      const policy = await stage.insured();
      begin();
      await stage.cancel(policy);
      await stage.refund(`/admin/policies/${policy.id}`);
    },
  ),
  onSubstrate(
    {
      name: 'claim and payout on Substrate',
      fits: ['claims of equal amounts on one day', 'recipient rotated'],
      steps: 8,
    },
    async (stage, begin) => {
      await stage.arrive();
      const policy = await stage.insured();
      begin();
      const count = stage.world.acts('claims of equal amounts on one day') ? 2 : 1;
      const claims: number[] = [];
      for (let number = 1; number <= count; number += 1)
        claims.push(await stage.approved(policy, `The bag number ${number} was stolen at the station.`));
      for (const id of stage.world.dice.some(claims, count)) await stage.payClaim(id);
    },
  ),
];

export const fitting = (fault: Fault): Scenario[] =>
  SCENARIOS.filter(({ fits }) => ALWAYS.includes(fault) || fits.includes(fault));

/** The faults that can happen to a scenario. */
export const possible = ({ fits }: Scenario): Fault[] => [...ALWAYS, ...fits];
