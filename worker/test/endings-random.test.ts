/**
 * Random sequences of what ends a policy and what undoes it, over a policy and those that replace it, on a chain with a contract
 * and on one without: after every step the checker's rules about endings hold, and what is promised of them (`ending-rules.ts`).
 * Broken on purpose, and noticed: by `unused`, a refund that leaves its ending open; by `honest`, a rejection that settles a request,
 * and a wrong reason; by `agreed`, a lost refund that stays closed, a successor that is lost or withdrawn from, and an agreed refund
 * that isn't owed; by `voided`, claims that a withdrawal leaves open; by `queued`, a request that lapsed, a rejection of a policy that
 * was accepted, and a withdrawal that no person sees; by `settled`, a policy that owes what is closed, or isn't void.
 */
import fc from 'fast-check';
import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { beforeAll, expect, inject, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import type { Records } from '../../scripts/faults/checker/records.ts';
import { agreed, settled, unused, voided } from '../../scripts/faults/checker/rules/endings.ts';
import type { Admin } from './admin.ts';
import { askFor, LOWER, previewOf } from './change.ts';
import { claimBody, setClaimStatus } from './claims.ts';
import { CLAIMS, deskCtx, sendReady, signConsent, UNDERWRITER } from './desk.ts';
import { bounded, honest, queued, unpaid } from './ending-rules.ts';
import {
  Customer,
  later,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  shakyChain,
} from './harness.ts';
import {
  PolkadotCustomer,
  polkadotWorker,
  readPolkadot,
  sendFromRecipient,
  withSubstrate,
} from './polkadot.ts';
import { PolkadotDesk, type Ready } from './polkadot-desk.ts';
import { changeHolder, payOut, revertTo } from './registry.ts';

const RUNS = inject('endingRuns');
const SEED = inject('randomSeed');
const DAY = 86_400_000;

type Holder = Customer | PolkadotCustomer;
type Offer = Parameters<typeof signConsent>[1];

/** What is done in another way on each of the two chains. */
interface Side {
  arrive: () => Promise<Holder>;
  quote: (holder: Holder) => Promise<QuoteAnswer>;
  pay: (holder: Holder, quote: QuoteAnswer) => Promise<unknown>;
  refund: (policy: PolicyAnswer, holder: Holder) => Promise<unknown>;
  /** Sends a payout that the desk prepared. */
  send: (ready: Ready, holder: Holder) => Promise<unknown>;
  sign: (holder: Holder, offer: Offer) => Promise<object>;
  /** Lets the worker find an event and confirm it. */
  see: () => Promise<void>;
}

interface World {
  side: Side;
  /** Who has held one of the policies, the buyer first. */
  holders: Holder[];
  /** The first policy, and then those that replaced one another. */
  policies: PolicyAnswer[];
  /** A change of cover that is signed and not paid. */
  signed: QuoteAnswer | null;
  /** The chain before each of the last steps on it. */
  snapshots: Hex[];
}

let grace: Admin;
let desk: PolkadotDesk;
beforeAll(async () => {
  // The cover of hundreds of policies needs a larger pool.
  await shakyChain.setBalance({ address: shaky.contract as Hex, value: 10n ** 24n });
  await scanFromHere();
  desk = await PolkadotDesk.open();
  grace = desk.admin;
});

const CONTRACT: Side = {
  arrive: () => Customer.arrive(),
  quote: async (holder) => (await (holder as Customer).quote({ chain_id: shakyChain.chain.id })).data,
  pay: (holder, quote) => (holder as Customer).pay(quote, shakyChain),
  refund: async ({ id: policyId }) => {
    for (const outcome of ['rejected', 'cancelled'] as const) {
      const ready = await prepareRefund(deskCtx(), { policyId, outcome }).catch(() => null);
      if (ready) return sendReady(ready, UNDERWRITER, shakyChain);
    }
  },
  send: (ready) => sendReady(ready as never, CLAIMS, shakyChain),
  sign: (holder, offer) => signConsent(holder as Customer, offer),
  see: async () => {
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    await readChains();
  },
};

const NO_CONTRACT: Side = {
  arrive: () => PolkadotCustomer.arrive(),
  quote: async (holder) => (await (holder as PolkadotCustomer).quote()).data,
  pay: (holder, quote) => (holder as PolkadotCustomer).pay(quote),
  refund: async ({ id }, holder) => {
    const ready = await desk.call<Ready>(`/policies/${id}/refund`, { method: 'POST' });
    if (ready.status === 200) await sendFromRecipient(ready.data, (holder as PolkadotCustomer).account);
  },
  send: (ready, holder) => sendFromRecipient(ready, (holder as PolkadotCustomer).account),
  sign: async (holder, offer) => (holder as PolkadotCustomer).sign(offer),
  see: () => readPolkadot(),
};

const holderOf = async ({ holders }: World, { id }: PolicyAnswer): Promise<Holder> => {
  const [row] = await rows<{ wallet: string }>('SELECT wallet FROM policies WHERE id = ?', id);
  const keyOf = (holder: Holder) =>
    holder instanceof PolkadotCustomer ? holder.account.key : holder.address.toLowerCase();
  const found = holders.find((holder) => keyOf(holder) === row?.wallet);
  if (!found) throw new Error(`Nobody here holds policy ${id}`);
  return found;
};

async function onChain(world: World, act: () => Promise<unknown>): Promise<void> {
  if (world.side === CONTRACT) world.snapshots.push(await shakyChain.snapshot());
  await act();
  await world.side.see();
}

async function buy(world: World, holder: Holder, quote: QuoteAnswer, isReviewed: boolean): Promise<void> {
  if (isReviewed) await rows(`UPDATE quotes SET review = '["Large."]' WHERE id = ?`, quote.quote_id);
  await onChain(world, () => world.side.pay(holder, quote));
  const path = `/insurance/active-policies/${holder.address}`;
  const { data } = await holder.call<PolicyAnswer[]>(path);
  const bought = data.find(({ quote_id: id }) => id === quote.quote_id);
  if (!bought) throw new Error('The policy of a quote that was paid is not there');
  world.policies.push(bought);
}

const preview = async (holder: Holder, { id }: PolicyAnswer) =>
  (await holder.call<CancellationPreview>(`/insurance/policy/${id}/cancel?preview=true`, { method: 'POST' }))
    .data;

/** A signed change of cover; null where it is refused. */
async function signChange(
  { side }: World,
  holder: Holder,
  { id }: PolicyAnswer,
): Promise<QuoteAnswer | null> {
  const { data } = await previewOf(holder as Customer, id, LOWER);
  if (!data.consent || data.valid_until === null) return null;
  const { consent, valid_until } = data;
  const signed = await side.sign(holder, { consent, valid_until });
  const answer = await askFor(holder as Customer, id, { ...LOWER, ...signed });
  return answer.status === 200 ? answer.data : null;
}

const decide = ({ id }: PolicyAnswer, body: object) =>
  grace.call(`/admin/policies/${id}/status`, { method: 'PATCH', body }, polkadotWorker());

const byCall = (
  world: World,
  holder: Holder,
  functionName: 'consentToCancellation' | 'revokeConsent',
  args: never,
) =>
  onChain(world, () =>
    sendReady(
      { to: shaky.contract, data: encodeFunctionData({ abi, functionName, args }) },
      (holder as Customer).account,
      shakyChain,
    ),
  );

/** One that lets time pass answers how much, in milliseconds. */
type Step = (world: World, policy: PolicyAnswer, holder: Holder) => Promise<unknown>;

/** Lets the job that settles endings run so much later. */
async function pass(time: number): Promise<number> {
  await runSchedule(later(time), withSubstrate(), ['settle endings']);
  return time;
}

/** What happens on either chain. */
const STEPS = {
  cancel: async ({ side }, policy, holder) => {
    const { possible, consent, valid_until } = await preview(holder, policy);
    if (!possible || !consent || valid_until === null) return;
    const body = await side.sign(holder, { consent, valid_until });
    await holder.call(`/insurance/policy/${policy.id}/cancel`, { body });
  },
  sign: async (world, policy, holder) => {
    world.signed = (await signChange(world, holder, policy)) ?? world.signed;
  },
  buy: async (world, policy, holder) => {
    const quote = world.signed ?? (await signChange(world, holder, policy));
    world.signed = null;
    const [buyer] = world.holders;
    if (quote && buyer) await buy(world, buyer, quote, policy.id % 2 === 1);
  },
  withdraw: (_, { id }, holder) =>
    holder.call(`/insurance/policy/${id}/withdraw`, { body: { replaced: 'continues' } }),
  withdraw_both: (_, { id }, holder) =>
    holder.call(`/insurance/policy/${id}/withdraw`, { body: { replaced: 'ends' } }),
  reject: (_, policy) => decide(policy, { status: 'rejected', admin_notes: 'Too close to the river.' }),
  approve: (_, policy) => decide(policy, { status: 'approved' }),
  accept: (_, policy) => decide(policy, { status: 'approved', take_back: true }),
  refund: (world, policy, holder) => onChain(world, () => world.side.refund(policy, holder)),
  claim: async (_, policy, holder) => {
    const body = claimBody(policy);
    await holder.call('/claims/submit', { body });
  },
  decide: async (_, { id }) => {
    const [open] = await rows<{ id: number }>(
      "SELECT id FROM claims WHERE policy_id = ? AND status = 'pending'",
      id,
    );
    if (open) await setClaimStatus(open.id, 'rejected');
  },
  pay_out: async (world, policy, holder) => {
    const claim = await desk.approvedClaim(holder as PolkadotCustomer, policy).catch(() => null);
    const ready = claim && (await desk.prepareClaim(claim.id));
    if (ready?.status === 200) await onChain(world, () => world.side.send(ready.data, holder));
  },
  wait: () => pass(15 * DAY),
  wait_long: () => pass(40 * DAY),
} satisfies Record<string, Step>;

/** What only a contract knows, and a chain that can lose blocks. */
const CALLS = {
  consent: async (world, policy, holder) => {
    const { possible, refund_amount: refund } = await preview(holder, policy);
    const { timestamp } = await shakyChain.getBlock();
    const args = [policy.quote_id as Hex, BigInt(refund), timestamp + 86_400n];
    if (possible) await byCall(world, holder, 'consentToCancellation', args as never);
  },
  revoke: async (world, policy, holder) => {
    const { data } = await holder.call<PolicyAnswer>(`/insurance/policy/${policy.id}`);
    if (data.status !== 'active') return;
    await byCall(world, holder, 'revokeConsent', [policy.quote_id as Hex, maxUint256] as never);
  },
  move: async (world, policy, holder) => {
    const { data } = await holder.call<PolicyAnswer>(`/insurance/policy/${policy.id}`);
    if (data.status !== 'active') return;
    const heir = await Customer.arrive();
    world.holders.push(heir);
    await onChain(world, () => changeHolder(policy.quote_id, heir.address, shakyChain));
  },
  /** A payout without a claim, which the desk knows nothing of. */
  pay_unasked: (world, policy) => onChain(world, () => payOut(policy, 400, shakyChain).catch(() => null)),
  reorganize: async (world) => {
    const before = world.snapshots.pop();
    if (before === undefined) return;
    await revertTo(before, 8);
    await world.side.see();
  },
} satisfies Record<string, Step>;

/** Where no contract keeps a consent, its holder takes it back by a request. */
const REQUESTS = {
  revoke: (_, { id }, holder) => holder.call(`/insurance/policy/${id}/cancel`, { method: 'DELETE' }),
} satisfies Record<string, Step>;

/** What leads to most of the rest comes more often. */
const OFTEN = ['sign', 'buy', 'buy', 'cancel', 'refund', 'reject', 'reject', 'accept', 'accept'];
const sequences = (steps: Record<string, Step>, more: readonly string[]) =>
  fc.tuple(
    fc.boolean(),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps), ...OFTEN, ...more), fc.boolean()), {
      minLength: 4,
      maxLength: 12,
    }),
  );

/** What the rules find about the policies from an id on, as sentences. */
async function findings(first: number, ahead: number): Promise<string[]> {
  const from = (sql: string) => rows(sql.replace('?', String(first)));
  const [policies, endings, events, claims, quotes, messages] = await Promise.all([
    from('SELECT * FROM policies WHERE id >= ?'),
    from('SELECT * FROM endings WHERE policy_id >= ?'),
    from(`SELECT * FROM chain_events WHERE quote_id IN (SELECT quote_id FROM policies WHERE id >= ?)`),
    from('SELECT * FROM claims WHERE policy_id >= ?'),
    from('SELECT * FROM quotes WHERE id IN (SELECT quote_id FROM policies WHERE id >= ?)'),
    from('SELECT policy_id, waiting_since FROM threads WHERE policy_id >= ?'),
  ]);
  const records = { policies, endings, events, claims, quotes, messages } as unknown as Records;
  const world = { records, facts: [], differences: [], now: new Date(Date.now() + ahead).toISOString() };
  return [settled, agreed, unused, voided, bounded, unpaid, honest, queued].flatMap(({ name, find }) =>
    [...find(world)].map(([subject, detail]) => `${name}: ${subject}: ${detail}`),
  );
}

async function run(side: Side, steps: Record<string, Step>, isReviewed: boolean, names: [string, boolean][]) {
  const holder = await side.arrive();
  const world: World = { side, holders: [holder], policies: [], signed: null, snapshots: [] };
  await buy(world, holder, await side.quote(holder), isReviewed);
  // Without its purchase there is nothing to look at.
  world.snapshots = [];
  const [policy] = world.policies as [PolicyAnswer];
  const done: string[] = [isReviewed ? 'reviewed' : 'active'];
  for (const [name, isFirst] of names) {
    const target = isFirst ? policy : (world.policies.at(-1) ?? policy);
    done.push(`${name} ${target.id - policy.id + 1}`);
    const ahead = await steps[name]?.(world, target, await holderOf(world, target));
    if (typeof ahead !== 'number') await pass(0);
    const found = await findings(policy.id, typeof ahead === 'number' ? ahead : 0);
    expect(found, done.join(', ')).toEqual([]);
  }
}

test.each([
  ['with', CONTRACT, { ...STEPS, ...CALLS }, ['reorganize', 'reorganize'], RUNS],
  ['without', NO_CONTRACT, { ...STEPS, ...REQUESTS }, [], Math.ceil(RUNS / 10)],
] as const)(
  'whatever ends and is undone on a chain %s a contract, every promise about endings is kept',
  {
    timeout: 60_000 + RUNS * 60_000,
  },
  async (_, side, steps, more, numRuns) => {
    await fc.assert(
      fc.asyncProperty(sequences(steps, more), ([isReviewed, names]) => run(side, steps, isReviewed, names)),
      { numRuns, seed: SEED, endOnFailure: true },
    );
    const counted = await rows(
      "SELECT kind, coalesce(closed_as, 'open') AS state, count(*) AS count FROM endings GROUP BY 1, 2",
    );
    const counts = counted.map(({ kind, state, count }) => `${kind} ${state}: ${count}`);
    // biome-ignore lint/suspicious/noConsole: a long run's numbers are worth reading.
    console.info(`endings: seed ${SEED}, ${numRuns} runs, ${counts.join(', ')}`);
  },
);
