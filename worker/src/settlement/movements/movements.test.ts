/** Every movement of the accounts that hold the pool on a chain without a contract, and their balance. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ChainControls } from '../../../../domain/admin/controls-schema.ts';
import { apiOver } from '../../../../domain/audit/audit.ts';
import {
  type BalanceNode,
  type BooksReading,
  checkBalances,
  type Held,
} from '../../../../domain/audit/balance.ts';
import { readRecordedBooks } from '../../../../domain/audit/recorded-books.ts';
import { recordedEvent } from '../../../../domain/audit/schema.ts';
import { FUND_REMARK } from '../../../../domain/payouts/remark.ts';
import { deskCtx } from '../../../test/desk.ts';
import { later, ORIGIN, rows } from '../../../test/harness.ts';
import {
  alice,
  insuredOnPolkadot,
  mooring,
  payment,
  ROC,
  readPolkadot,
  recipient,
  sendFromRecipient,
  withSubstrate,
} from '../../../test/polkadot.ts';
import { GENESIS, PolkadotDesk, PREMIUM, reach } from '../../../test/polkadot-desk.ts';
import { countOf, type Queue } from '../../../test/queue.ts';
import { addProxy, proxied, removeProxy, send, sr25519Account, transfer } from '../../../test/substrate.ts';
import { chainOf } from '../../platform/context.ts';

interface Movement {
  block_number: number;
  kind: string;
  free: string;
  reserved: string;
  counterparty: string | null;
  meaning: string | null;
  event: string | null;
}

const HOUR = 3_600_000;
const stranger = sr25519Account('A stranger');
let desk: PolkadotDesk;
beforeAll(async () => {
  desk = await PolkadotDesk.open();
  await rows('UPDATE admin_preferences SET payment_exception = 1 RETURNING admin_id');
});

/** The chain as an auditor's own node shows it, without our word for what a payment was. */
function auditorsNode(): BalanceNode {
  const chain = chainOf(deskCtx({}, withSubstrate()), GENESIS);
  const accounts = [recipient.key];
  const read = async (number: number): Promise<[number, BooksReading]> => {
    const { movements, last } = await chain.events(number, number);
    const shown = movements.map(({ block: _, eventIndex: at, meaning, ...movement }) => ({
      ...movement,
      at,
      extrinsic: null,
      meaning: meaning === 'event' ? null : meaning,
    }));
    return [
      number,
      { number, hash: last?.hash ?? '', time: last?.time ?? 0, payments: [], movements: shown },
    ];
  };
  return {
    ref: GENESIS,
    name: 'Rococo',
    symbol: 'ROC',
    decimals: 12,
    accounts,
    read: async (numbers) => new Map(await Promise.all(numbers.map(read))),
    async balances(numbers, until) {
      const at = new Map<number, Held[]>();
      for (const number of [...numbers, until]) {
        const [block] = await chain.blocks([number]);
        if (block) at.set(number, await chain.holdings(accounts, block));
      }
      return { until, at };
    },
  };
}

const movementsSince = (block: number) =>
  rows<Movement>(
    `SELECT m.block_number, m.kind, m.free, m.reserved, m.counterparty, m.meaning, e.kind event
     FROM recipient_movements m
     LEFT JOIN chain_events e ON e.chain_id = m.chain_id AND e.tx_hash = m.tx_hash AND e.event_index = m.about
     WHERE m.block_number >= ? ORDER BY m.id`,
    block,
  );
const checked = async () =>
  (
    await rows<{ checked_block: number; free_difference: string; reserved_difference: string }>(
      'SELECT checked_block, free_difference, reserved_difference FROM recipient_accounts',
    )
  )[0];
const notices = async (about: string) =>
  (
    await rows<{ recipient: string }>(
      "SELECT body FROM outbox WHERE kind = 'desk_notice' AND json_extract(body, '$.about') = ?",
      about,
    )
  ).length;

// Other files need a funded pool on the same chain.
afterAll(async () => {
  await send(stranger, payment(301_490n * ROC, FUND_REMARK));
});

let hours = 0;
/** A run an hour after the one before, so that the balance is checked. */
const runNextHour = async () => {
  hours += 1;
  await readPolkadot(later(hours * HOUR));
};

describe('the movements of the account that holds the pool', () => {
  test('are recorded once each, with what they are for, and explain its balance', async () => {
    await runNextHour();
    const { customer, policy, paid } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const sent = await sendFromRecipient((await desk.prepareClaim(claim.id)).data, customer.account);
    await send(alice, payment(3n * ROC, FUND_REMARK));
    const proxy = await send(mooring, addProxy(alice));
    await runNextHour();
    await runNextHour();
    const found = await movementsSince(paid.block);
    expect(found.map(({ kind, meaning, event }) => [kind, meaning, event])).toEqual([
      ['Transfer', 'event', 'purchased'],
      ['Withdraw', 'fee', null],
      ['Transfer', 'event', 'claim_paid'],
      ['Transfer', 'fund', null],
      ['Withdraw', 'fee', null],
      ['Reserved', 'reserve', null],
    ]);
    expect(found[0]).toMatchObject({
      block_number: paid.block,
      free: PREMIUM.toString(),
      reserved: '0',
      counterparty: customer.account.key,
    });
    expect(found[2]).toMatchObject({ block_number: sent.block, free: (-125n * ROC).toString() });
    const deposit = found[5];
    expect(deposit?.block_number).toBe(proxy.block);
    expect(BigInt(deposit?.reserved ?? 0)).toBe(-BigInt(deposit?.free ?? 0));
    expect(await checked()).toMatchObject({ free_difference: '0', reserved_difference: '0' });
    expect((await checked())?.checked_block).toBeGreaterThanOrEqual(proxy.block);
    expect([await notices('movement'), await notices('balance')]).toEqual([0, 0]);
  });

  test('alarm the desk when money goes to a stranger, whoever signed', async () => {
    const first = await send(mooring, transfer(stranger, 300_000n * ROC));
    await send(mooring, payment(1000n * ROC, 'Hello', stranger));
    await send(alice, proxied(mooring, transfer(stranger, 500n * ROC)));
    await runNextHour();
    const out = (await movementsSince(first.block)).filter(({ kind }) => kind === 'Transfer');
    expect(out.map(({ free, counterparty, meaning }) => [free, counterparty, meaning])).toEqual(
      [300_000n, 1000n, 500n].map((coins) => [(-coins * ROC).toString(), stranger.key, null]),
    );
    expect(await notices('movement')).toBe(3);
    // They are recorded, so the balance is what the movements say.
    expect(await checked()).toMatchObject({ free_difference: '0', reserved_difference: '0' });
    await send(mooring, removeProxy(alice));
  });

  test('are listed at the desk until somebody settles them with a note on the outcome', async () => {
    const work = async () => (await desk.call<Queue>('/queue')).data;
    const before = await work();
    expect(countOf(before, 'money_unexplained', 'to_do')).toBe(3);
    const [first] = before.items.filter(({ kind }) => kind === 'money_unexplained');
    expect(first?.detail).toMatch(/^Transfer in block \d+ that nothing explains$/);
    const { unexplained, accounts } = (await desk.call<ChainControls>(`/chains/${GENESIS}/controls`)).data;
    expect(unexplained.map(({ counterparty }) => counterparty)).toEqual(Array(3).fill(stranger.key));
    expect(accounts).toMatchObject([{ free_difference: '0', reserved_difference: '0' }]);
    const path = (id: number | undefined) => `/chains/${GENESIS}/movements/${id}/settle`;
    const body = { text: 'The keys were moved.' };
    for (const { id } of unexplained) expect((await desk.call(path(id), { body })).status).toBe(200);
    expect((await desk.call(path(unexplained[0]?.id), { body })).status).toBe(200);
    expect((await desk.call(path(999_999), { body })).status).toBe(404);
    expect((await desk.call(path(unexplained[0]?.id), { body: { text: ' ' } })).status).toBe(422);
    expect(countOf(await work(), 'money_unexplained')).toBe(0);
    const lines = await rows("SELECT 1 FROM audit_log WHERE action = 'chain.movement_settled'");
    expect(lines).toHaveLength(3);
  });

  test('are published, and the audit of the real chain names the three transfers', async () => {
    const api = apiOver(async (path) => (await reach(new Request(`${ORIGIN}/api${path}`))).json());
    const books = await readRecordedBooks(api);
    expect(books.accounts).toMatchObject([{ account: recipient.key }]);
    const all = await rows('SELECT id FROM recipient_movements');
    expect(books.movements).toHaveLength(all.length);
    const { entries } = await api.page('/audit/records?list=events', z.array(recordedEvent), null);
    const withoutContract = entries.filter(({ chain_id }) => chain_id === GENESIS);
    // Some time after the last payment.
    const recorded = { withoutContract, summary: { as_of: new Date(Date.now() + HOUR).toISOString() } };
    const lines = await checkBalances(books, recorded, [auditorsNode()]);
    expect(lines.map(({ result }) => result)).toEqual([
      'matched',
      ...['unexplained', 'unexplained', 'unexplained'],
    ]);
    expect(lines[1]?.text).toBe(
      `300,000 ROC left this account to ${stranger.key} (Transfer), and no recorded payout or refund explains it.`,
    );
    // A server that keeps one of them to itself has a movement that its block shows beside the fee, and one that keeps
    // the whole block to itself has a balance that doesn't add up.
    const first = books.movements.find(({ free }) => free === (-300_000n * ROC).toString());
    const without = async (movements: typeof books.movements) =>
      (await checkBalances({ ...books, movements }, recorded, [auditorsNode()])).map(({ result }) => result);
    expect(await without(books.movements.filter((each) => each !== first))).toContain('unrecorded');
    const [balance] = await without(books.movements.filter(({ block }) => block !== first?.block));
    expect(balance).toBe('balance');
    // One that removes a sale with its event is named by the payment that came.
    const sold = recorded.withoutContract.filter((each) => !('kind' in each && each.kind === 'purchased'));
    const removed = await checkBalances(books, { ...recorded, withoutContract: sold }, [auditorsNode()]);
    expect(removed.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^60 ROC came to this account from 0x\w{64} \(Transfer\), and no recorded payment explains it\.$/,
      ),
    );
  });

  test('alarm the desk, once for each difference, when they do not explain the balance', async () => {
    await send(alice, payment(2n * ROC, FUND_REMARK));
    await runNextHour();
    expect(await checked()).toMatchObject({ free_difference: '0' });
    const [gone] = await rows<{ id: number; free: string }>(
      'SELECT id, free FROM recipient_movements ORDER BY id DESC LIMIT 1',
    );
    expect(gone?.free).toBe((2n * ROC).toString());
    await rows('UPDATE recipient_movements SET free = ? WHERE id = ? RETURNING id', '1', gone?.id);
    await runNextHour();
    expect(await checked()).toMatchObject({ free_difference: (2n * ROC - 1n).toString() });
    expect(await notices('balance')).toBe(1);
    await runNextHour();
    expect(await notices('balance')).toBe(1);
    await rows('UPDATE recipient_movements SET free = ? WHERE id = ? RETURNING id', gone?.free, gone?.id);
    await runNextHour();
    expect(await checked()).toMatchObject({ free_difference: '0', reserved_difference: '0' });
  });
});
