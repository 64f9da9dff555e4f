// What the roles of the contract can stop and undo.
import assert from 'node:assert/strict';
import { encodeFunctionData } from 'viem';
import { insurancePaymentAbi } from '../../domain/abi/insurance-payment.ts';
import { CHAIN_ROLES } from '../../domain/registry/chain-roles.ts';
import { Customer, Desk, term } from './people.mjs';
import { eventually } from './world.mjs';

const refusesQuotes = (customer) =>
  eventually('a refusal of quotes', async () => (await customer.quote(term(50))).status === 503);

/** A customer with an approved claim, and the desk's transaction that pays it. */
async function approvedClaim(world) {
  const customer = await Customer.arrive(world);
  const policy = await customer.buy();
  const claim = await customer.claim(policy.id);
  const desk = await Desk.signIn(world);
  await desk.approve(claim.id);
  return { customer, policy, claim, desk };
}

/** Pays an approved claim as the holder of the claims role. */
async function payClaim(world, { desk, claim }) {
  const payout = await desk.payout(claim.id);
  const hash = await world.chain.send(world.holder('claims'), payout);
  await desk.paid(claim.id, payout, hash);
}

const pauseIntake = {
  title: 'Stop intake',
  when: 'Something is wrong with prices, quotes or the signer, and nobody should buy until it is clear.',
  steps: [
    {
      do: 'Call `pause()` as pauser or guardian.',
      shows:
        'The worker makes no quote, the contract refuses one that was made before, and claims are still paid.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        const quote = await here.customer.quoted(term(60));
        const insured = await approvedClaim(world);
        await world.as('pauser', 'pause');
        await refusesQuotes(here.customer);
        await assert.rejects(here.customer.pay(quote));
        await payClaim(world, insured);
      },
    },
    {
      do: 'Call `unpause()` as administrator.',
      shows: 'Policies are sold again.',
      walk: async ({ world, customer }) => {
        assert.ok(await world.refusal('pauser', 'unpause'));
        await world.as('administrator', 'unpause');
        assert.equal((await customer.buy(term(60))).status, 'active');
      },
    },
  ],
};

const haltPayouts = {
  title: 'Halt payouts',
  when: 'A payout left the pool that nobody prepared, or the claims key may be stolen.',
  steps: [
    {
      do: 'Call `haltPayouts()` as pauser or guardian.',
      shows:
        'For 3 days no claim can be paid, and policies are still sold. The same role can halt again 7 days later.',
      walk: async (here) => {
        const { world } = here;
        here.insured = await approvedClaim(world);
        here.payout = await here.insured.desk.payout(here.insured.claim.id);
        await world.as('pauser', 'haltPayouts');
        const { timestamp } = await world.chain.reader.getBlock();
        assert.equal((await world.read('haltedUntil')) - timestamp, 3n * 86_400n);
        await assert.rejects(world.chain.send(world.holder('claims'), here.payout));
        assert.ok(await world.refusal('pauser', 'haltPayouts'));
        const again = await world.read('haltableFrom', [CHAIN_ROLES.indexOf('pauser')]);
        assert.equal(again - timestamp, 7n * 86_400n);
        const customer = await Customer.arrive(world);
        assert.equal((await customer.buy(term(40))).status, 'active');
      },
    },
    {
      do: 'Once the cause is found, call `liftHalt()` as guardian, or let the 3 days pass.',
      shows: 'The claim that waited is paid.',
      walk: async ({ world, insured, payout }) => {
        await world.as('guardian', 'liftHalt');
        const hash = await world.chain.send(world.holder('claims'), payout);
        await insured.desk.paid(insured.claim.id, payout, hash);
      },
    },
  ],
};

/** The call data of `grantRole`, as it is announced. */
const grantCall = (args) => encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'grantRole', args });

const vetoCall = {
  title: 'Veto what was announced',
  when: 'A letter or the log line `contract_notice` tells of an announcement that nobody decided.',
  steps: [
    {
      do: 'Compare it with *Contract* at the desk or `/audit`, which list what waits.',
      shows: 'The announced call is on record, with when it can be made.',
      walk: async (here) => {
        const { world } = here;
        const args = [CHAIN_ROLES.indexOf('claims'), world.account(19).address];
        here.args = args;
        here.data = grantCall(args);
        const notices = () => world.rows('SELECT 1 FROM contract_notices').length;
        const before = notices();
        await world.as('administrator', 'announce', [here.data]);
        await eventually('a notice of the announcement', async () => notices() > before);
      },
    },
    {
      do: 'Call `veto(…)` with the same call data as guardian, or `vetoAll()`.',
      shows: 'When its wait is over, the call is refused and the role has its holder.',
      walk: async ({ world, args, data }) => {
        const holder = await world.read('roleHolder', [args[0]]);
        await world.as('guardian', 'veto', [data]);
        await world.chain.wait(world.record.delays.announcement + 1);
        assert.ok(await world.refusal('administrator', 'grantRole', args));
        assert.equal(await world.read('roleHolder', [args[0]]), holder);
      },
    },
  ],
};

const recoveryArgs = (world) => [CHAIN_ROLES.indexOf('administrator'), world.holder('recovery').address];
const recoveryCall = (world) => grantCall(recoveryArgs(world));

const replaceGuardian = {
  title: 'Replace the guardian',
  when: "The guardian's key is lost or stolen.",
  steps: [
    {
      do: 'Announce `grantRole(guardian, new address)` as administrator.',
      shows:
        'The thief can veto whatever else is announced, but not this. A recovery that the thief announces only the recovery address can make.',
      walk: async (here) => {
        const { world } = here;
        here.thief = world.holder('guardian');
        here.customer = await Customer.arrive(world);
        const { address } = world.account(18);
        await world.chain.send(world.holder('administrator'), { to: address, value: 10n ** 18n });
        here.args = [CHAIN_ROLES.indexOf('guardian'), address];
        const data = grantCall(here.args);
        await world.as('administrator', 'announce', [data]);
        assert.equal(await world.refusal(here.thief, 'veto', [data]), 'Unauthorized');
        await world.as(here.thief, 'vetoAll');
        await world.as(here.thief, 'announce', [recoveryCall(world)]);
      },
    },
    {
      do: 'From 7 to 9 days later, make the announced call as administrator.',
      shows:
        'The new address is the guardian, and the former one can do nothing. Whatever waited has to be announced again. The worker refuses quotes, because it does not know the new holder.',
      walk: async ({ world, args, thief, customer }) => {
        await world.chain.wait(world.record.delays.guardian + 1);
        assert.equal(await world.refusal(thief, 'grantRole', recoveryArgs(world)), 'Unauthorized');
        await world.as('administrator', 'grantRole', args);
        assert.equal(await world.read('roleHolder', [args[0]]), args[1]);
        assert.equal(await world.refusal(thief, 'pause'), 'Unauthorized');
        await refusesQuotes(customer);
      },
    },
    {
      do: 'Enter the new address as `guardian` among the `roles` of `deployments.json` and deploy.',
      shows: 'Quotes are made and bought again.',
      walk: async ({ world, args, customer }) => {
        world.recordRole('guardian', args[1]);
        await world.restart();
        assert.equal((await customer.buy(term(65))).status, 'active');
      },
    },
  ],
};

const recoverAdministrator = {
  title: 'Recover the administrator',
  when: "The administrator's key is lost or stolen.",
  steps: [
    {
      do: 'Announce `grantRole(administrator, recovery address)` as guardian, within 24 hours after a replacement of the guardian was announced. Then call `vetoAll()`.',
      shows: 'What the thief announced can no longer be made, and the wait of 5 days has begun.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        const args = [CHAIN_ROLES.indexOf('treasurer'), world.account(19).address];
        await world.as('administrator', 'announce', [grantCall(args)]);
        await world.as('guardian', 'announce', [recoveryCall(world)]);
        await world.as('guardian', 'vetoAll');
        await world.chain.wait(world.record.delays.announcement + 1);
        assert.ok(await world.refusal('administrator', 'grantRole', args));
      },
    },
    {
      do: 'From 5 to 12 days later, make the announced call from the recovery address.',
      shows:
        'It is the administrator, and the former one can do nothing: whatever it announced is void, also a replacement of the guardian. The worker refuses quotes, because it does not know the new holder.',
      walk: async (here) => {
        const { world } = here;
        const former = world.holder('administrator');
        here.recovered = world.holder('recovery');
        await world.chain.wait(world.record.delays.recovery + 1);
        await world.as(here.recovered, 'grantRole', recoveryArgs(world));
        assert.equal(await world.read('roleHolder', [0]), here.recovered.address);
        assert.ok(await world.refusal(former, 'unpause'));
        await refusesQuotes(here.customer);
      },
    },
    {
      do: 'Enter the new address as `administrator` among the `roles` of `deployments.json` and deploy.',
      shows:
        'Quotes are made and bought again. Announce a new recovery address with a new contract: this one is used up as a reserve.',
      walk: async ({ world, recovered, customer }) => {
        world.recordRole('administrator', recovered.address);
        await world.restart();
        assert.equal((await customer.buy(term(70))).status, 'active');
      },
    },
  ],
};

export const CONTRACT = {
  pause: pauseIntake,
  'halt-payouts': haltPayouts,
  veto: vetoCall,
  'replace-guardian': replaceGuardian,
  'recover-administrator': recoverAdministrator,
};
