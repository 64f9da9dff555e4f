import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeErrorResult, encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { announcedData } from '#domain/payouts/announced.ts';
import { extensionAtDesk } from '#web/test/extension-at-desk.ts';
import { FakeContract, ROLE_HOLDERS } from '#web/test/fake-contract.ts';
import { fault } from '#web/test/fake-extension.ts';
import { mountSite } from '#web/test/mount.tsx';
import { approvedClaim, CONTRACT, HOLDER } from '#web/test/sample-case.ts';
import { atDesk, samplePage } from '#web/test/sample-desk.ts';

const QUOTE: Hex = `0x${'b'.repeat(64)}`;
const payClaim = (dollars: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'payClaim',
    args: [QUOTE, 1n, 1_795_089_600n, dollars, (dollars * 10n ** 18n) / 2000n, 1_795_263_300n],
  });
const payout = {
  kind: 'evm',
  step: 'pay',
  chain_id: 1337,
  to: CONTRACT,
  data: payClaim(1500n),
  value: '0',
  usd: 1500,
  amount: '750000000000000000',
  currency: 'ETH',
  rate: '2000',
  valid_until: '2026-11-21T12:15:00.000Z',
  claim_number: 1,
};
const announce = encodeFunctionData({
  abi,
  functionName: 'announce',
  args: [
    announcedData({ quoteId: QUOTE, holder: HOLDER, claimNumber: 1, incidentAt: 1_795_089_600, usd: 1500 }),
  ],
});

const extension = extensionAtDesk();
let contract: FakeContract;
beforeEach(() => {
  contract = new FakeContract();
});

const bar = async () => within(await screen.findByRole('region', { name: 'Actions' }));
const press = (name: string, where: { getByRole: typeof screen.getByRole }) =>
  fireEvent.click(where.getByRole('button', { name }));

function show(more: Parameters<typeof atDesk>[0] = {}, claim: AdminClaimDetail = approvedClaim()) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/7': { data: claim },
      'POST /admin/claims/7/payout': { data: payout },
      ...more,
    },
    'administrator',
    contract.fetch,
  );
  return { calls, ...mountSite('/admin/claims?open=7') };
}

/** Opens the payment of the claim in the panel. */
async function openPayment() {
  const actions = await bar();
  press('Pay $1,500', actions);
  return actions;
}

describe('paying a claim', () => {
  it('a payment says how much, to whom and from which pool, is sent, and reported until it counts', async () => {
    let reports = 0;
    const { calls } = show({
      'POST /admin/claims/7/payment': () => {
        reports += 1;
        return { data: {}, status: 200 };
      },
    });
    await contract.connect(extension, ROLE_HOLDERS.claims);
    const actions = await openPayment();
    await actions.findByText(/ETH pool of the contract 0x0165…Eb8F: 250 ETH → 249.25 ETH/);
    expect(actions.getByText('Today’s allowance left: $18,000 → $16,500 of $20,000')).toBeDefined();
    // The cover of $500,000 less this claim's own $1,500.
    expect(actions.getByText('Cover left after all promised payouts: $498,500')).toBeDefined();
    await actions.findByText(/The contract accepts it from the claims role/);
    expect(contract.sent).toEqual([]);
    press('Pay $1,500', actions);
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(contract.sent).toEqual([expect.objectContaining({ to: CONTRACT, data: payClaim(1500n) })]);
    expect(reports).toBe(1);
    // The pool is what it is by now: nothing is taken from it a second time.
    expect(actions.getByText(/ETH pool of the contract 0x0165…Eb8F: /).textContent).not.toContain('→');
    expect(actions.queryByText(/Today’s allowance left/)).toBeNull();
    // The chain has paid already, whatever the claim has become meanwhile.
    expect(calls.find(({ path }) => path.endsWith('/payment'))?.headers.get('if-match')).toBeNull();
    expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toEqual({
      payout_amount: 1500,
      payment_method: 'blockchain',
      transaction_hash: contract.hashOf(0),
    });
  });

  it('a rejection in the wallet is quiet: nothing is reported and the button is back', async () => {
    const { calls } = show();
    await contract.connect(extension, ROLE_HOLDERS.claims);
    let asked = 0;
    extension.answers.eth_sendTransaction = () => {
      asked += 1;
      throw fault(4001, 'User rejected the request.');
    };
    const actions = await openPayment();
    await actions.findByText(/The contract accepts it/);
    press('Pay $1,500', actions);
    await waitFor(() => expect(asked).toBe(1));
    await actions.findByText(/The contract accepts it/);
    expect(actions.queryByText(/rejected/)).toBeNull();
    expect(contract.sent).toEqual([]);
    expect(calls.some(({ path }) => path === '/admin/claims/7/payment')).toBe(false);
  });

  it('a payment that fails after its panel was closed is told in a message that names it', async () => {
    const { router } = show({
      'POST /admin/claims/7/payment': { status: 422, message: 'This transaction did something else.' },
    });
    await contract.connect(extension, ROLE_HOLDERS.claims);
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    extension.answers.eth_sendTransaction = (params) => confirmed.then(() => contract.send(params));
    const actions = await openPayment();
    await actions.findByText(/The contract accepts it/);
    press('Pay $1,500', actions);
    await actions.findByText(/^Confirm in MetaMask/);
    await router.navigate({ href: '/admin/claims' });
    confirm();
    await screen.findByText('“Pay $1,500” failed');
    expect(screen.getByText('This transaction did something else.')).toBeDefined();
  });

  it('the desk says that a contract wallet has not sent the payment yet, and finds it later by the contract’s event', async () => {
    vi.useFakeTimers({
      now: Date.parse('2026-11-21T12:00:00Z'),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    });
    contract.ownHashes = true;
    const { calls } = show({ 'POST /admin/claims/7/payment': { data: {} } });
    const reported = () => calls.find(({ path }) => path === '/admin/claims/7/payment')?.body;
    await contract.connect(extension, ROLE_HOLDERS.claims);
    const actions = await openPayment();
    await actions.findByText(/The contract accepts it/);
    press('Pay $1,500', actions);
    await actions.findByText('Sent. Waiting for the network…');
    await act(() => vi.advanceTimersByTimeAsync(150_000));
    await actions.findByText(/Your wallet has not sent this yet/);
    expect(reported()).toBeUndefined();
    contract.execute();
    press('Look Again', actions);
    await actions.findByText('Sent. Waiting for the network…');
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(reported()).toMatchObject({ transaction_hash: contract.hashOf(0) });
  });

  it('without a wallet it offers to connect one, and another account is told who holds the role', async () => {
    show();
    const actions = await openPayment();
    await actions.findByRole('button', { name: 'Connect Wallet' });
    await contract.connect(extension, HOLDER);
    await actions.findByText(/This needs the claims role \(0x7099…79C8\)/);
    expect(actions.getByRole('button', { name: 'Use Another Account' })).toBeDefined();
    expect(contract.sent).toEqual([]);
  });

  it('a payment that the contract would refuse says why and is not sent', async () => {
    contract.refusal = encodeErrorResult({ abi, errorName: 'PayoutsAreHalted', args: [1_795_521_600n] });
    show();
    await contract.connect(extension, ROLE_HOLDERS.claims);
    const actions = await openPayment();
    await actions.findByText(/Payouts are halted until November 24, 2026/);
    expect(actions.queryByRole('button', { name: 'Pay $1,500' })).toBeNull();
    contract.refusal = null;
    press('Check Again', actions);
    await actions.findByText(/The contract accepts it from the claims role/);
    expect(contract.sent).toEqual([]);
  });

  it('a payout beyond the allowance is announced and reported, and no money is said to move', async () => {
    const { calls } = show({
      'POST /admin/claims/7/payout': { data: { ...payout, data: announce, step: 'announce' } },
      'POST /admin/claims/7/payment': { data: {} },
    });
    await contract.connect(extension, ROLE_HOLDERS.claims);
    const actions = await openPayment();
    await actions.findByText(/no money moves now/);
    await actions.findByText(/The contract accepts it/);
    press('Announce $1,500', actions);
    await actions.findByText(/The announcement is recorded/);
    expect(contract.sent.map(({ data }) => data)).toEqual([announce]);
    expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toMatchObject({
      transaction_hash: contract.hashOf(0),
    });
  });

  it('moving to another claim closes an open payment, and the new claim’s payment is prepared separately', async () => {
    const other = approvedClaim({
      id: 8,
      claim_id: 'CLM-008',
      customer_name: 'Alan Kay',
      formatted_payout: '$900',
      decision: { ...approvedClaim().decision, payout_usd: 900 } as AdminClaimDetail['decision'],
    });
    const { calls, router } = show({
      'GET /admin/claims/8': { data: other },
      'POST /admin/claims/8/payout': {
        data: { ...payout, usd: 900, amount: '450000000000000000', data: payClaim(900n) },
      },
      'POST /admin/claims/8/payment': { data: {} },
    });
    await contract.connect(extension, ROLE_HOLDERS.claims);
    await (await openPayment()).findByText(/The contract accepts it/);
    await router.navigate({ href: '/admin/claims?open=8' });
    await screen.findByRole('heading', { name: /CLM-008/ });
    const actions = await bar();
    expect(actions.queryByRole('heading', { name: /^Pay CLM/ })).toBeNull();
    press('Pay $900', actions);
    await actions.findByRole('heading', { name: 'Pay CLM-008' });
    await actions.findByText(/The contract accepts it/);
    press('Pay $900', actions);
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(contract.sent.map(({ data }) => data)).toEqual([payClaim(900n)]);
    const payments = calls.filter(({ path }) => path.endsWith('/payment'));
    expect(payments.map(({ path, body }) => [path, body])).toEqual([
      [
        '/admin/claims/8/payment',
        { payout_amount: 900, payment_method: 'blockchain', transaction_hash: contract.hashOf(0) },
      ],
    ]);
  });
});

describe('a payment of a claim that somebody else has changed', () => {
  const changed = approvedClaim({
    version: 5,
    formatted_payout: '$900',
    decision: { ...approvedClaim().decision, payout_usd: 900 } as AdminClaimDetail['decision'],
  });
  const refusal = { status: 409, message: 'This claim was just changed. Please review it and try again.' };

  it('a payout is prepared for the version that was seen, and a refusal shows both versions', async () => {
    let refused = false;
    const { calls } = show({
      'GET /admin/claims/7': () => ({ data: refused ? changed : approvedClaim() }),
      'POST /admin/claims/7/payout': () => {
        refused = true;
        return refusal;
      },
    });
    const actions = await openPayment();
    const versions = (await actions.findByText(/Your change was not saved/)).closest('[role="alert"]');
    const alert = within(versions as HTMLElement);
    expect(alert.getByText('Payout').closest('tr')?.textContent).toBe('Payout$1,500$900');
    expect(actions.getByText(/No money has moved/)).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.headers.get('if-match')).toBe('"4"');
    expect(contract.sent).toEqual([]);
  });

  it('a payment by another method is refused with both versions', async () => {
    let refused = false;
    const { calls } = show({
      'GET /admin/claims/7': () => ({ data: refused ? changed : approvedClaim() }),
      'POST /admin/claims/7/payment': ({ headers }) => {
        if (headers.get('if-match') !== '"4"') return { data: {} };
        refused = true;
        return refusal;
      },
    });
    const actions = await bar();
    press('Pay by Another Method', actions);
    fireEvent.change(await screen.findByLabelText('Reference on the bank statement'), {
      target: { value: 'RF-18' },
    });
    press('Report $1,500', actions);
    const alert = within(await actions.findByRole('alert'));
    expect(alert.getByText('Payout').closest('tr')?.textContent).toBe('Payout$1,500$900');
    expect(calls.filter(({ path }) => path.endsWith('/payment'))).toHaveLength(1);
  });
});

describe('paying a claim outside the chain', () => {
  it('a second person types the reference of the bank statement without seeing the first one’s', async () => {
    const { calls } = show(
      { 'POST /admin/claims/7/payment': { data: {} } },
      approvedClaim({
        off_chain_payment: {
          usd: 1500,
          method: 'bank_transfer',
          reference: null,
          status: 'proposed',
          proposed_by: 'Ada Byron',
          proposed_by_me: false,
          confirmed_by: null,
          at: '2026-11-21T09:00:00.000Z',
        },
      }),
    );
    press('Confirm Payment of $1,500', await bar());
    const field = await screen.findByLabelText<HTMLInputElement>('Reference on the bank statement');
    expect(field.value).toBe('');
    expect(
      screen.getByText(/^Ada Byron reported it\. Please look at the bank statement yourself/),
    ).toBeDefined();
    fireEvent.change(field, { target: { value: 'RF-18' } });
    press('Confirm $1,500', await bar());
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toEqual({
        payout_amount: 1500,
        payment_method: 'bank_transfer',
        reference: 'RF-18',
      }),
    );
  });

  it('the administrator who reported a payment can only withdraw it, and is told that a second person is needed', async () => {
    const { calls } = show(
      { 'DELETE /admin/claims/7/payment': { data: {} } },
      approvedClaim({
        off_chain_payment: {
          usd: 1500,
          method: 'check',
          reference: 'CH-7',
          status: 'proposed',
          proposed_by: 'Ada Byron',
          proposed_by_me: true,
          confirmed_by: null,
          at: '2026-11-21T09:00:00.000Z',
        },
      }),
    );
    const actions = await bar();
    expect(
      actions.getByText('You reported this payment. A second person must report the same.'),
    ).toBeDefined();
    expect(actions.queryByRole('button', { name: 'Pay $1,500' })).toBeNull();
    press('Withdraw the Payment', actions);
    press('Withdraw the Payment', within(await screen.findByRole('form')));
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
