import type { KeyringPair } from '@polkadot/keyring/types';
import { stringToHex, u8aToHex } from '@polkadot/util';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { substrateAddress } from '#domain/ss58.ts';
import { setConnected } from '#web/state/wallet-session.ts';
import { freshDesk } from '#web/test/extension-at-desk.ts';
import { FakePolkadot, pairOf } from '#web/test/fake-polkadot.ts';
import { DEPOSIT, FakeSubstrate } from '#web/test/fake-substrate.ts';
import { mountSite } from '#web/test/mount.tsx';
import { approvedClaim } from '#web/test/sample-case.ts';
import { atDesk, samplePage } from '#web/test/sample-desk.ts';
import { RECIPIENT_KEY, substrateEntry } from '#web/test/sample-substrate.ts';
import { loadWallet } from '#web/wallet/load.ts';

const HASH = `0x${'c'.repeat(64)}`;
const GENESIS = substrateEntry.genesis_hash;
/** Where the premium came from. */
const HOLDER = `0x${'22'.repeat(32)}`;
const REMARK = `mooring:claim:0x${'b'.repeat(64)}:1:1795089600:1500`;
const payout = {
  kind: 'substrate',
  genesis_hash: GENESIS,
  recipient: substrateAddress(HOLDER, 2),
  amount: '75000000000000',
  remark: REMARK,
  step: 'pay',
  usd: 1500,
  currency: 'ROC',
  rate: '20',
  valid_until: '2026-11-21T12:15:00.000Z',
  claim_number: 1,
};

const node = await FakeSubstrate.start();
const [pool, other] = [await pairOf('//Mooring'), await pairOf('//Bob')];
const extension = new FakePolkadot([pool, other]);

/** The account that the extension shares and the desk's person has chosen. */
async function connect({ publicKey }: KeyringPair) {
  const key = u8aToHex(publicKey);
  const address = substrateAddress(key, 2);
  const wallet = { type: 'polkadot', name: 'SubWallet', address, key, chainId: GENESIS } as const;
  setConnected({ kind: 'substrate', ...wallet });
  await (await loadWallet()).revive({ kind: 'substrate', ...wallet });
}

beforeEach(() => {
  freshDesk();
  extension.install();
  node.held.clear();
  node.held.set(RECIPIENT_KEY, 1_000_000_000_000_000n + DEPOSIT);
  Object.assign(node, { ending: 'success', instant: true });
  node.sent.length = 0;
});
afterEach(() => vi.useRealTimers());

async function open(
  more: Parameters<typeof atDesk>[0] = {},
  claim: AdminClaimDetail = approvedClaim(),
  payer = pool,
) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/7': { data: claim },
      'POST /admin/claims/7/payout': { data: payout },
      'POST /admin/claims/7/payment': { data: {} },
      ...more,
    },
    'administrator',
    async () => Response.json(node.deployment),
  );
  await connect(payer);
  mountSite('/admin/claims?open=7');
  const actions = within(await screen.findByRole('region', { name: 'Actions' }));
  fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
  return { calls, actions };
}

describe('paying a claim on a chain without a contract', () => {
  it('the payment names the pool’s account and no contract, and is reported with its block once that is final', async () => {
    node.instant = false;
    const { calls, actions } = await open();
    const reports = () => calls.filter(({ path }) => path === '/admin/claims/7/payment');
    await actions.findByText(/The pool can pay it; the network’s fee is about 0.001 ROC/);
    await actions.findByText('ROC pool of the account CfvLHk…4At1: 1,000 ROC → 925 ROC');
    await actions.findByText('$1,500 = 75 ROC');
    expect(actions.queryByText(/contract/i)).toBeNull();
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText('Sent. Waiting for the network…');
    expect(node.sent).toHaveLength(1);
    node.mine();
    // Before it was sent: by its hash, without a block.
    expect(reports().map(({ body }) => body)).toEqual([
      { payout_amount: 1500, payment_method: 'blockchain', transaction_hash: node.sent[0] },
    ]);
    node.finalize();
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(node.held.get(HOLDER)).toBe(75_000_000_000_000n);
    expect(node.remarks).toEqual([REMARK]);
    expect(reports().at(-1)?.body).toEqual({
      payout_amount: 1500,
      payment_method: 'blockchain',
      transaction_hash: node.sent[0],
      block_number: node.head,
    });
  });

  it('a payment is not sent once the time to send it is over', async () => {
    const { actions } = await open();
    await actions.findByText(/The pool can pay it/);
    vi.setSystemTime(Date.parse(payout.valid_until) + 1);
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText(/The time to send this is over, so nothing was sent. Please prepare it again./);
    expect(node.sent).toEqual([]);
  });

  it('a payment that its signer declines sends nothing and can be tried again', async () => {
    const { calls, actions } = await open();
    await actions.findByText(/The pool can pay it/);
    extension.refusal = new Error('Cancelled');
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText(/^Confirm in/);
    await actions.findByText(/The pool can pay it/);
    expect(node.sent).toEqual([]);
    expect(calls.some(({ path }) => path === '/admin/claims/7/payment')).toBe(false);
    extension.refusal = null;
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText(/The payment is verified and the claim is paid/);
  });

  it('a payment that our records refuse to note is signed and not sent', async () => {
    const message = 'You prepared a payout of $1,500 for this policy, and its transaction is 0xdd.';
    const { actions } = await open({
      'POST /admin/claims/7/payment': { status: 409, code: 'already_prepared', message },
    });
    await actions.findByText(/The pool can pay it/);
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText(`${message} Nothing was sent.`);
    expect(node.sent).toEqual([]);
  });

  it('a payout that somebody else prepared says so, and can be prepared again once that one is discarded', async () => {
    const message = 'Grace Hopper prepared a payout of $1,500 for this policy.';
    let discarded = false;
    const { calls, actions } = await open({
      'POST /admin/claims/7/payout': () =>
        discarded ? { data: payout } : { status: 409, code: 'already_prepared', message },
      'DELETE /admin/claims/7/payout': () => {
        discarded = true;
        return { data: {} };
      },
    });
    const problem = await actions.findByText(message);
    // It may have moved.
    expect(problem.textContent).not.toContain('No money has moved');
    fireEvent.click(actions.getByRole('button', { name: 'Discard the Prepared Transfer' }));
    const discard = actions.getByRole<HTMLButtonElement>('button', { name: 'Discard' });
    expect(discard.disabled).toBe(true);
    fireEvent.click(actions.getByRole('checkbox', { name: /Nobody has signed or submitted it/ }));
    fireEvent.click(discard);
    await actions.findByText(/The pool can pay it/);
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query)).toEqual([
      '?not_signed=true',
    ]);
  });

  it.each([
    ['failed', 'failed'],
    ['stopped within its batch', 'interrupted'],
  ] as const)('a transaction that %s on chain is not reported, and says so', async (_, ending) => {
    node.ending = ending;
    const { calls, actions } = await open();
    await actions.findByText(/The pool can pay it/);
    fireEvent.click(actions.getByRole('button', { name: 'Pay $1,500' }));
    await actions.findByText(
      /The network refused this transaction on chain, so no money moved except for the fee/,
    );
    expect(node.sent).toHaveLength(1);
    // Only before it was sent.
    expect(calls.filter(({ path }) => path === '/admin/claims/7/payment')).toHaveLength(1);
  });

  it('a multisig’s call is shown to be sent elsewhere, and its transaction is reported by hand', async () => {
    const { calls, actions } = await open({}, approvedClaim(), other);
    await actions.findByText('This is paid from CfvLHk…4At1. The connected account is another one.');
    expect(actions.queryByText(/^0x1a02/)).toBeNull();
    fireEvent.click(actions.getByRole('button', { name: 'Show the Call Data' }));
    await actions.findByText(/^0x1a02/);
    // Our records know it first.
    const asked = calls.filter(({ path }) => path === '/admin/claims/7/payout').map(({ body }) => body);
    expect(asked.slice(0, -1)).not.toContainEqual({ call_data: true });
    expect(asked.at(-1)).toEqual({ call_data: true });
    // One batch of a transfer of 75 ROC to the holder, and the remark.
    const transfer = `050300${HOLDER.slice(2)}0b00b05b4c3644`;
    const remark = `00078901${stringToHex(REMARK).slice(2)}`;
    expect(actions.getByText(/^0x1a02/).textContent).toBe(`0x1a0208${transfer}${remark}`);
    expect(actions.getByText(/submit this call with its tool/)).toBeDefined();
    const report = () => fireEvent.click(actions.getByRole('button', { name: 'Report the Transaction' }));
    report();
    expect(await actions.findByText('Please enter the number of a block.')).toBeDefined();
    expect(actions.getByText('Please enter 0x and 64 hexadecimal digits.')).toBeDefined();
    fireEvent.change(actions.getByLabelText('Transaction hash'), { target: { value: HASH } });
    fireEvent.change(actions.getByLabelText('Block number'), { target: { value: '815' } });
    report();
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(node.sent).toEqual([]);
    expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toMatchObject({
      transaction_hash: HASH,
      block_number: 815,
    });
  });
});
