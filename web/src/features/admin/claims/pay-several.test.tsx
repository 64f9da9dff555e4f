import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeErrorResult, encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { extensionAtDesk } from '#web/test/extension-at-desk.ts';
import { FakeBatches } from '#web/test/fake-batches.ts';
import { FakeContract, ROLE_HOLDERS } from '#web/test/fake-contract.ts';
import { fault } from '#web/test/fake-extension.ts';
import { mountSite } from '#web/test/mount.tsx';
import { approvedClaim, CONTRACT, deskClaim, HOLDER } from '#web/test/sample-case.ts';
import { atDesk, samplePage } from '#web/test/sample-desk.ts';

const quoteOf = (id: number): Hex => `0x${String(id).repeat(64)}`;
const unitsOf = (usd: number) => (BigInt(usd) * 10n ** 18n) / 2000n;
const dataOf = (id: number, usd: number) =>
  encodeFunctionData({
    abi,
    functionName: 'payClaim',
    args: [quoteOf(id), 1n, 1_795_089_600n, BigInt(usd), unitsOf(usd), 1_795_263_300n],
  });
const payoutOf = (id: number, usd: number) => ({
  kind: 'evm',
  step: 'pay',
  chain_id: 1337,
  to: CONTRACT,
  data: dataOf(id, usd),
  value: '0',
  usd,
  amount: unitsOf(usd).toString(),
  currency: 'ETH',
  rate: '2000',
  valid_until: '2026-11-21T12:15:00.000Z',
  claim_number: 1,
});
const approved = (id: number, usd: number) =>
  approvedClaim({
    id,
    claim_id: `CLM-00${id}`,
    decision: { ...approvedClaim().decision, payout_usd: usd } as AdminClaimDetail['decision'],
  });

const extension = extensionAtDesk();
let contract: FakeContract;
let batches: FakeBatches;
beforeEach(() => {
  contract = new FakeContract();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const DONE = /The payment is verified and the claim is paid/;

/** The claims 7 and 8, which can be paid, and 9, which is not decided, all selected. */
async function selected(
  more: Parameters<typeof atDesk>[0] = {},
  [first, second] = [1500, 900],
  atomic: FakeBatches['atomic'] = 'supported',
) {
  const claims = [
    approved(7, first ?? 0),
    approved(8, second ?? 0),
    deskClaim({ id: 9, claim_id: 'CLM-009' }),
  ];
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', claims) },
      'GET /admin/claims/7': { data: claims[0] },
      'GET /admin/claims/8': { data: claims[1] },
      'POST /admin/claims/7/payout': { data: payoutOf(7, first ?? 0) },
      'POST /admin/claims/8/payout': { data: payoutOf(8, second ?? 0) },
      'POST /admin/claims/7/payment': { data: {} },
      'POST /admin/claims/8/payment': { data: {} },
      ...more,
    },
    'administrator',
    contract.fetch,
  );
  await contract.connect(extension, ROLE_HOLDERS.claims);
  batches = new FakeBatches(extension, contract);
  batches.atomic = atomic;
  const site = mountSite('/admin/claims');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all claims on this page' }));
  const to = (path: string) => calls.filter((call) => call.method === 'POST' && call.path.endsWith(path));
  return { ...site, prepared: () => to('/payout'), reports: () => to('/payment').map(({ body }) => body) };
}

/** The same, prepared and accepted by the contract. */
async function offered(...parameters: Parameters<typeof selected>) {
  const desk = await selected(...parameters);
  press('Pay Selected');
  const pay = within(await screen.findByRole('region', { name: 'Pay Selected' }));
  await pay.findByRole('button', { name: /^Send/ });
  await pay.findByText(/ETH pool of the contract/);
  return { ...desk, pay };
}

describe('paying several claims at once', () => {
  it('the desk says what leaves the pool and what is left out, asks the wallet once, and reports each by the one transaction', async () => {
    const { pay, reports } = await offered();
    expect(
      pay.getByRole('heading', { name: '2 payouts in ETH on Ganache Local: $2,400 = 1.2 ETH' }),
    ).toBeDefined();
    expect(pay.getByText(/250 ETH → 248.8 ETH/)).toBeDefined();
    expect(pay.getByText('Today’s allowance left: $18,000 → $15,600 of $20,000')).toBeDefined();
    expect(pay.getByText('CLM-009: It is Pending: only an approved claim can be paid.')).toBeDefined();
    expect(pay.getByText(/Your wallet shows one request with 2 calls/)).toBeDefined();
    let confirm = () => {};
    batches.confirmed = new Promise((resolve) => {
      confirm = resolve;
    });
    press('Send 2 Payouts');
    await pay.findByText(/^Confirm in MetaMask/);
    // A second click, while the wallet still shows the first request.
    press('Send 2 Payouts');
    expect(reports()).toEqual([]);
    confirm();
    await waitFor(() => expect(pay.getAllByText(DONE)).toHaveLength(2));
    expect(batches.asked).toHaveLength(1);
    expect(batches.asked[0]).toMatchObject({
      from: ROLE_HOLDERS.claims,
      atomicRequired: true,
      calls: [
        { to: CONTRACT, data: dataOf(7, 1500) },
        { to: CONTRACT, data: dataOf(8, 900) },
      ],
    });
    const transaction_hash = contract.hashOf(0);
    expect(reports()).toEqual([
      { payout_amount: 1500, payment_method: 'blockchain', transaction_hash },
      { payout_amount: 900, payment_method: 'blockchain', transaction_hash },
    ]);
  });

  it('a wallet that cannot carry out several transactions as one is told so, and nothing is prepared', async () => {
    const { prepared } = await selected({}, [1500, 900], 'unsupported');
    press('Pay Selected');
    await screen.findByText(/MetaMask can’t carry out several transactions as one. Nothing was prepared/);
    expect(prepared()).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });

  it('a request that is declined in the wallet sends and reports nothing, and can be made again', async () => {
    const { pay, reports } = await offered();
    batches.refusal = fault(4001, 'User rejected the request.');
    press('Send 2 Payouts');
    await pay.findByText(/You said no in your wallet, so nothing was sent/);
    expect(reports()).toEqual([]);
    batches.refusal = null;
    fireEvent.click(await pay.findByRole('button', { name: 'Send 2 Payouts' }));
    await waitFor(() => expect(pay.getAllByText(DONE)).toHaveLength(2));
    expect(batches.asked).toHaveLength(2);
  });

  it('a request that the wallet drops reports nothing, and the wallet is asked again and not only looked at', async () => {
    const { pay, reports } = await offered();
    batches.end = 'dropped';
    press('Send 2 Payouts');
    await pay.findByText(/Your wallet dropped the request: nothing was sent/);
    expect(reports()).toEqual([]);
    batches.end = 'done';
    fireEvent.click(await pay.findByRole('button', { name: 'Send 2 Payouts' }));
    await waitFor(() => expect(pay.getAllByText(DONE)).toHaveLength(2));
    expect(batches.asked).toHaveLength(2);
  });

  it('a wallet that says it can and then refuses to is said to have sent nothing, and is asked for no single payout', async () => {
    const { pay, reports } = await offered();
    batches.refusal = fault(5740, 'The bundle is too large.');
    press('Send 2 Payouts');
    await pay.findByText(/Your wallet did not take these as one request. Nothing was sent/);
    expect(extension.asked).not.toContain('eth_sendTransaction');
    expect(reports()).toEqual([]);
  });

  it('a request whose answer is lost is not made twice: what the contract has paid by then is left out', async () => {
    const { pay } = await offered();
    batches.lose = () => {
      // It sent them all the same.
      contract.refusal = encodeErrorResult({ abi, errorName: 'PayoutsAreHalted', args: [1_795_521_600n] });
      return fault(4900, 'The wallet was disconnected.');
    };
    press('Send 2 Payouts');
    expect(await pay.findAllByText(/Payouts are halted until November 24, 2026/)).toHaveLength(2);
    expect(pay.getByText(/disconnected/)).toBeDefined();
    expect(pay.queryByRole('button', { name: /^Send/ })).toBeNull();
    expect(batches.asked).toHaveLength(1);
  });

  it('payouts that the contract refuses by the time they are sent are not asked of the wallet', async () => {
    const { pay } = await offered();
    contract.refusal = encodeErrorResult({ abi, errorName: 'PayoutsAreHalted', args: [1_795_521_600n] });
    press('Send 2 Payouts');
    await pay.findByText(/Not all of it can be sent anymore, so nothing was sent/);
    expect(batches.asked).toEqual([]);
  });

  it('a request that waits for other signers can be looked at again, and the wallet is not asked twice', async () => {
    vi.useFakeTimers({
      now: Date.parse('2026-11-21T12:00:00Z'),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    });
    const { pay, reports } = await offered();
    batches.end = 'waits';
    press('Send 2 Payouts');
    await pay.findByText('Sent. Waiting for the network…');
    await act(() => vi.advanceTimersByTimeAsync(150_000));
    await pay.findByText(/Your wallet has not sent this yet/);
    expect(reports()).toEqual([]);
    batches.end = 'done';
    batches.carryOut();
    press('Look Again');
    await waitFor(() => expect(pay.getAllByText(DONE)).toHaveLength(2));
    expect(batches.asked).toHaveLength(1);
  });

  it('a payout that the pool does not hold after the others is left out', async () => {
    contract.balance = 10n ** 18n;
    const { pay } = await offered();
    expect(pay.getByText('CLM-008: The pool does not hold enough for it after the others.')).toBeDefined();
    expect(pay.getByRole('button', { name: 'Send 1 Payout' })).toBeDefined();
  });

  it('a wallet that first has to upgrade the account is said to ask for that', async () => {
    const { pay, reports } = await offered({}, [1500, 900], 'ready');
    expect(pay.getByText(/First it asks to upgrade your account/)).toBeDefined();
    expect(reports()).toEqual([]);
  });

  it('a wallet that carries out only a part has that part recorded, and the other one is said to be unpaid', async () => {
    const { pay, reports } = await offered({
      'POST /admin/claims/8/payment': { status: 422, message: 'This transaction did something else.' },
    });
    batches.end = 'some';
    press('Send 2 Payouts');
    await pay.findByText(DONE);
    await pay.findByText(/This transaction did something else/);
    await pay.findByText(/1 payout could not be reported/);
    expect(reports()).toHaveLength(2);
  });

  it('a report that is lost is made again without another request to the wallet', async () => {
    let lost = true;
    const { pay, reports } = await offered({
      'POST /admin/claims/8/payment': () => (lost ? { status: 422, message: 'Not yet.' } : { data: {} }),
    });
    press('Send 2 Payouts');
    await pay.findByText(/1 payout could not be reported/);
    lost = false;
    press('Look Again');
    await waitFor(() => expect(pay.getAllByText(DONE)).toHaveLength(2));
    expect(batches.asked).toHaveLength(1);
    expect(reports()).toHaveLength(4);
  });

  it('a payout beyond what the day’s allowance holds after the others is left out', async () => {
    const { pay } = await offered({}, [10_000, 9000]);
    expect(
      pay.getByRole('heading', { name: '1 payout in ETH on Ganache Local: $10,000 = 5 ETH' }),
    ).toBeDefined();
    expect(
      pay.getByText('CLM-008: Today’s allowance has $8,000 left after the others. Pay it on its own.'),
    ).toBeDefined();
    press('Send 1 Payout');
    await pay.findByText(DONE);
    expect(contract.sent.map(({ data }) => data)).toEqual([dataOf(7, 10_000)]);
  });

  it('a payout that is announced first, or that the server refuses to prepare, is left out with the reason', async () => {
    const { pay } = await offered({
      'POST /admin/claims/8/payout': { data: { ...payoutOf(8, 900), step: 'announce' } },
    });
    expect(pay.getByText(/CLM-008: It has to be announced before it is paid/)).toBeDefined();
    expect(pay.getByRole('button', { name: 'Send 1 Payout' })).toBeDefined();
  });

  it('another account is told who holds the role, and is asked for nothing', async () => {
    const { pay } = await offered();
    extension.accounts = [HOLDER];
    extension.emit('accountsChanged', [HOLDER]);
    await pay.findByText(/This needs the claims role \(0x7099…79C8\)/);
    expect(pay.queryByRole('button', { name: /^Send/ })).toBeNull();
    expect(batches.asked).toEqual([]);
  });

  it('a wallet that changes its account after Send was pressed is asked for nothing', async () => {
    const { pay } = await offered();
    press('Send 2 Payouts');
    extension.accounts = [HOLDER];
    extension.emit('accountsChanged', [HOLDER]);
    await pay.findByText(/Your wallet changed to another account, so nothing was sent/);
    expect(batches.asked).toEqual([]);
  });

  it('payouts whose time is over are not sent', async () => {
    const { pay } = await offered();
    vi.setSystemTime(Date.parse('2026-11-21T12:15:01Z'));
    press('Send 2 Payouts');
    await pay.findByText(/The time to send this is over/);
    expect(batches.asked).toEqual([]);
  });

  it('a request that is confirmed after the screen was left is followed and reported, and a message says so', async () => {
    const { router, reports } = await offered();
    let confirm = () => {};
    batches.confirmed = new Promise((resolve) => {
      confirm = resolve;
    });
    press('Send 2 Payouts');
    await screen.findByText(/^Confirm in MetaMask/);
    await router.navigate({ to: '/admin/policies' });
    confirm();
    await screen.findByText('2 payouts sent in one request');
    expect(reports()).toHaveLength(2);
  });
});
