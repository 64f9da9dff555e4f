/** A change of holder while it is under way: what the present holder reads and sees of it. */
import { env } from 'cloudflare:workers';
import { getAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import { ADMIN, asHolder, deskCtx, GUARDIAN, insured, onContract, UNDERWRITER } from '../../test/desk.ts';
import {
  Customer,
  chain,
  countingDatabase,
  later,
  readChains,
  rows,
  scanFromHere,
  shakyChain,
  usual,
} from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';
import { changeHolder, detail, history, recorded, revertTo } from '../../test/registry.ts';
import { getPolicy } from './get.ts';
import { findHolderEvents } from './repository.ts';

beforeEach(scanFromHere);

const DAY = 86_400;
const stranger = () => privateKeyToAddress(generatePrivateKey());
const iso = (seconds: number | bigint) => new Date(Number(seconds) * 1000).toISOString();

const messages = ({ address }: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? AND m.text NOT LIKE 'Your payment of%' ORDER BY m.id`,
    address.toLowerCase(),
  ).then((found) => found.map(({ text }) => text));

const propose = (quoteId: string, to: Hex, on = chain) =>
  onContract(UNDERWRITER, 'proposeHolderChange', quoteId, on, to);
const confirm = (quoteId: string, to: Hex, by = ADMIN) =>
  onContract(by, 'confirmHolderChange', quoteId, chain, to);
const onChain = (quoteId: string) =>
  chain.readContract({
    address: usual.contract as Hex,
    abi,
    functionName: 'holderChangeOf',
    args: [quoteId as Hex],
  });
const blockOf = async (hash: Hex) =>
  (await chain.getBlock({ blockHash: (await chain.getTransactionReceipt({ hash })).blockHash })).timestamp;
const delay = async () =>
  (await chain.readContract({ address: usual.contract as Hex, abi, functionName: 'delays' })).holderChange;

/** A policy whose change to another wallet is proposed. */
async function underWay() {
  const bought = await insured();
  const heir = stranger();
  const at = await blockOf(await propose(bought.policy.quote_id, heir));
  await readChains();
  return { ...bought, heir, at };
}

describe('a change of holder under way', () => {
  test('is told once to the present holder when it is proposed, and its policy shows it', async () => {
    const { customer, policy, heir, at } = await underWay();
    await readChains();
    expect((await detail(customer, policy.id)).holder_change).toEqual({
      new_holder: getAddress(heir),
      proposed_at: iso(at),
      lapses_at: iso(Number(at) + 30 * DAY),
      effective_at: null,
      contested: false,
    });
    const earliest = iso(Number(at) + (await delay()));
    expect(await messages(customer)).toEqual([
      `A request to move policy ${policy.policy_number} to the wallet ${getAddress(heir)} was made on ${momentText(iso(at))}. The move takes effect only after our administrator has confirmed it, on ${momentText(earliest)} at the earliest. Otherwise the request lapses on ${momentText(iso(Number(at) + 30 * DAY))}. If you did not ask for it, please object on the policy's page. Our administrator and our guardian must then both confirm it, and the waiting period gets longer.`,
    ]);
    expect(await history(policy.id)).toEqual(['opened active', 'holder_change_proposed active']);
  });

  test('shows from when it can take effect once the administrator has confirmed it', async () => {
    const { customer, policy, heir } = await underWay();
    await confirm(policy.quote_id, heir);
    await readChains();
    const { effectiveAt } = await onChain(policy.quote_id);
    expect((await detail(customer, policy.id)).holder_change).toMatchObject({
      effective_at: iso(effectiveAt),
      contested: false,
    });
    expect((await messages(customer))[1]).toContain(
      `is confirmed. It can take effect from ${momentText(iso(effectiveAt))}. You can object until then.`,
    );
  });

  test('loses its confirmation when the holder objects, and needs two confirmations after that', async () => {
    const { customer, policy, heir } = await underWay();
    const { quote_id: id } = policy;
    await confirm(id, heir);
    await onContract(customer.account, 'contestHolderChange', id);
    await readChains();
    const shown = async () => (await detail(customer, policy.id)).holder_change;
    expect(await shown()).toMatchObject({ contested: true, effective_at: null });
    await confirm(id, heir);
    await readChains();
    expect(await shown()).toMatchObject({ contested: true, effective_at: null });
    await confirm(id, heir, GUARDIAN);
    await readChains();
    const { effectiveAt } = await onChain(id);
    expect(await shown()).toMatchObject({ contested: true, effective_at: iso(effectiveAt) });
    expect((await messages(customer)).slice(2)).toEqual([
      expect.stringMatching(
        /^Your objection to the request .* is recorded\. You stay the holder unless .* Then 14 more days must pass/,
      ),
      expect.stringContaining(
        'Our administrator or our guardian has now confirmed it. Unless both confirm it, you stay the holder.',
      ),
      expect.stringContaining(`It can take effect from ${momentText(iso(effectiveAt))}. You objected,`),
    ]);
  });

  test('is over for the holder when it is stopped, and an objection still applies to the next proposal', async () => {
    const { customer, policy } = await underWay();
    const { quote_id: id } = policy;
    await onContract(customer.account, 'contestHolderChange', id);
    await onContract(GUARDIAN, 'stopHolderChange', id);
    await readChains();
    expect((await detail(customer, policy.id)).holder_change).toBeNull();
    expect((await messages(customer)).at(-1)).toMatch(/ was stopped\. You stay the holder,/);
    const next = stranger();
    await propose(id, next);
    await readChains();
    expect((await detail(customer, policy.id)).holder_change).toMatchObject({
      new_holder: getAddress(next),
      contested: true,
    });
  });

  test('is hidden once it has lapsed or is completed', async () => {
    const { customer, policy } = await underWay();
    const month = await getPolicy(asHolder(customer, later(30 * DAY * 1000 + 60_000)), { id: policy.id });
    expect(month.holder_change).toBeNull();
    const heir = stranger();
    await changeHolder(policy.quote_id, heir);
    await readChains();
    const actor = { kind: 'evm', wallet: heir.toLowerCase(), jti: 'test', active: true } as const;
    expect((await getPolicy({ ...deskCtx(), actor }, { id: policy.id })).holder_change).toBeNull();
  });

  test('is undone when a reorganization removes its proposal', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const snapshot = await shakyChain.snapshot();
    await propose(policy.quote_id, stranger(), shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).holder_change).not.toBeNull();
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect((await detail(customer, policy.id)).holder_change).toBeNull();
    expect(await recorded(policy)).toEqual(['holder_change_proposed orphaned']);
  });

  test('is recorded without a message when it is found only after it was stopped', async () => {
    const { customer, policy } = await underWay();
    await onContract(UNDERWRITER, 'stopHolderChange', policy.quote_id);
    await readChains();
    const before = await messages(customer);
    await env.DB.prepare("DELETE FROM chain_events WHERE quote_id = ? AND kind = 'holder_change_proposed'")
      .bind(policy.quote_id)
      .run();
    await readChains();
    expect(await recorded(policy)).toEqual([
      'holder_change_stopped confirmed',
      'holder_change_proposed confirmed',
    ]);
    expect(await messages(customer)).toEqual(before);
    expect((await detail(customer, policy.id)).holder_change).toBeNull();
  });

  test('is read from five events, however many others the policy has', async () => {
    const { policy } = await underWay();
    const many = Array.from({ length: 300 }, (_, index) => index);
    await env.DB.prepare(
      `INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, status, created_at)
        SELECT 'payment_owed', '1337', 'c', 'x' || value, 0, 1, 'b', 't', ?, 'w', 'confirmed', 't' FROM json_each(?)`,
    )
      .bind(policy.quote_id, JSON.stringify(many))
      .run();
    const counting = countingDatabase();
    const ctx = deskCtx({}, { DB: counting.DB });
    expect(await findHolderEvents(ctx.db, policy.quote_id)).toHaveLength(1);
    expect(await counting.rowsRead()).toBeLessThanOrEqual(10);
    await env.DB.prepare("DELETE FROM chain_events WHERE contract = 'c'").run();
  });
});

describe('the letter about a change of holder', () => {
  const wantsNoLetters = ({ address }: Customer) =>
    env.DB.prepare("INSERT INTO profiles (wallet, email_notifications, updated_at) VALUES (?, 0, '2026')")
      .bind(address.toLowerCase())
      .run();

  /** @param meanwhile happens after the letter was written and before it is sent */
  async function proposedTo(
    prepare: (post: Postbox, email: string, customer: Customer) => Promise<unknown>,
    meanwhile: (customer: Customer) => Promise<unknown> = async () => {},
  ) {
    await env.DB.prepare('DELETE FROM outbox').run();
    const post = new Postbox();
    const email = `${crypto.randomUUID()}@example.com`;
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ email }, post.reach)).data;
    const policy = (await customer.report(await customer.pay(quote), {}, post.reach)).data;
    await prepare(post, email, customer);
    const at = await blockOf(await propose(policy.quote_id, stranger()));
    await readChains(post.edges, {}, ['dispatch outbox']);
    await meanwhile(customer);
    await post.deliver();
    const letters = post.to(email).filter(({ subject }) => subject.startsWith('A request was made'));
    return { policy, at, letters };
  }

  test('goes to the confirmed address with the message and the page to object on', async () => {
    const { policy, at, letters } = await proposedTo((post, email) => post.confirm(email));
    expect(letters).toHaveLength(1);
    expect(letters[0]?.subject).toBe(
      `A request was made to move policy ${policy.policy_number} to another wallet`,
    );
    expect(letters[0]?.text).toContain(`was made on ${dayText(iso(at))}`);
    expect(letters[0]?.text).toContain(`http://localhost:8787/policy/${policy.id}?type=home`);
  });

  test('is not sent to an address that nobody confirmed, nor to a holder who wants no letters', async () => {
    expect((await proposedTo(async () => {})).letters).toEqual([]);
    const off = await proposedTo(async (post, email, customer) => {
      await post.confirm(email);
      await wantsNoLetters(customer);
    });
    expect(off.letters).toEqual([]);
    expect((await proposedTo((post, email) => post.confirm(email), wantsNoLetters)).letters).toEqual([]);
  });
});
