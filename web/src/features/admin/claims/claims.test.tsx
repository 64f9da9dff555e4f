import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdminClaimDetail } from '../../../../../domain/admin/claims-schema.ts';
import type { AdminRole } from '../../../../../domain/admin/roles.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { approvedClaim, CONTRACT, deskClaim, HOLDER } from '../../../../test/sample-case.ts';
import { claim as customerClaim } from '../../../../test/sample-claim.ts';
import { atDesk, samplePage } from '../../../../test/sample-desk.ts';
import { endAdminSession } from '../../../state/admin-session.ts';
import { setConnected, setDisconnected } from '../../../state/wallet-session.ts';
import { deskCache } from '../queries.ts';
import { actionsOf } from './display.ts';

const CLAIMS_ROLE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const HASH = `0x${'c'.repeat(64)}`;
const chain = vi.hoisted(() => ({
  rehearseCall: vi.fn(),
  sendCall: vi.fn(),
  followCall: vi.fn(),
  readPool: vi.fn(),
}));
vi.mock('../../../wallet/contract/send.ts', () => chain);
vi.mock('../../../wallet/contract/pool.ts', () => ({ readPool: chain.readPool }));

const statistics = {
  total: 3,
  by_status: [{ status: 'pending', count: 2 }],
  by_type: [{ policy_type: 'home', count: 3 }],
  overdue: 1,
  needs_confirmation: 0,
  paid_usd: 1500,
  median_review_hours: 20.5,
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

function show(
  claim: AdminClaimDetail,
  more: Parameters<typeof atDesk>[0] = {},
  role: AdminRole = 'administrator',
) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/statistics': { data: statistics },
      'GET /admin/claims/7': { data: claim },
      ...more,
    },
    role,
  );
  return { calls, ...mountSite('/admin/claims?open=7') };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Claim' }));
const bar = async () => within(await screen.findByRole('region', { name: 'Actions' }));
const press = (name: string, where: { getByRole: typeof screen.getByRole } = screen) =>
  fireEvent.click(where.getByRole('button', { name }));

describe('the list of claims', () => {
  it('each row says who claims how much on which policy, and until when someone has to act', async () => {
    const { calls } = show(deskClaim());
    const table = within(await screen.findByRole('table', { name: 'claims' }));
    const row = table.getByText('CLM-007').closest('[role="row"],tr') as HTMLElement;
    for (const text of ['Pending', 'Grace Hopper', 'POL-012', '$4,000', '22 h left', 'Nobody']) {
      expect(within(row).getAllByText(text).length, text).toBeGreaterThan(0);
    }
    const asked = calls.find(({ path }) => path === '/admin/claims');
    expect(asked?.query).toContain('limit=10');
  });

  it('claims can be filtered by who they are assigned to', async () => {
    const { router, calls } = show(deskClaim());
    await screen.findByRole('table', { name: 'claims' });
    await router.navigate({ href: '/admin/claims?assigned=nobody' });
    await waitFor(() =>
      expect(
        calls.some(({ path, query }) => path === '/admin/claims' && query.includes('assigned=nobody')),
      ).toBe(true),
    );
  });
});

describe('a claim as a case', () => {
  it('it reads from what happened through the policy to the decision', async () => {
    show(deskClaim());
    const shown = await panel();
    await shown.findByText('The storm broke two windows of the kitchen.');
    expect(shown.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'What happened',
      'What the policy says',
      'What to look at',
      'Timeline',
      'Internal notes',
    ]);
    expect(shown.getByText('Soon after the start:')).toBeDefined();
    expect(shown.getByText('window.jpg')).toBeDefined();
    expect(shown.getByText('Storm and hail')).toBeDefined();
  });

  it('private details show after a reason, which goes to the server', async () => {
    const { calls } = show(deskClaim(), {
      'POST /admin/claims/7/reveal': { data: { facts: [{ label: 'Address', value: '1 Quay Street' }] } },
    });
    const shown = await panel();
    fireEvent.click(await shown.findByRole('button', { name: 'Reveal private details' }));
    fireEvent.change(shown.getByLabelText('Why do you need to see it?'), {
      target: { value: 'The adjuster visits' },
    });
    press('Reveal', shown);
    await shown.findByText('1 Quay Street');
    expect(calls.find(({ path }) => path === '/admin/claims/7/reveal')?.body).toEqual({
      reason: 'The adjuster visits',
    });
  });

  it('an administrator who only reads sees no action', async () => {
    show(deskClaim(), {}, 'auditor');
    const shown = await panel();
    await shown.findByText('Your role reads claims but does not decide them.');
    expect(shown.queryByRole('button', { name: 'Approve Claim' })).toBeNull();
    expect(shown.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});

describe('deciding a claim', () => {
  const path = 'PATCH /admin/claims/7/status';

  it('an approval starts with the suggestion and its note, and says what it promises', async () => {
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Approve Claim', await bar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    expect(form.getByLabelText<HTMLInputElement>('Payout in US dollars').value).toBe('1500');
    expect(form.getByLabelText<HTMLTextAreaElement>('Note to the customer').value).toBe(
      'Claim approved for full amount',
    );
    expect(form.getByText(/Cover left: \$500,000 → \$498,500/)).toBeDefined();
    press('Approve Claim for $1,500', form);
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = calls.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({
      status: 'approved',
      payout_amount: 1500,
      admin_notes: 'Claim approved for full amount',
    });
    expect(sent?.headers.get('if-match')).toBe('"3"');
  });

  it('another payout needs a reason of its own', async () => {
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Approve Claim', await bar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    fireEvent.change(form.getByLabelText('Payout in US dollars'), { target: { value: '900' } });
    press('Approve Claim for $900', form);
    expect(form.getByText('Please say why the payout differs from the suggested $1,500.')).toBeDefined();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    fireEvent.change(form.getByLabelText('Reason for the different payout'), {
      target: { value: 'One window was broken before.' },
    });
    press('Approve Claim for $900', form);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        status: 'approved',
        payout_amount: 900,
        admin_notes: 'One window was broken before.',
      }),
    );
  });

  it('a rejection asks for its reason and starts with the note of the specification', async () => {
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Reject Claim', await bar());
    const form = within(await screen.findByRole('form', { name: 'Reject CLM-007' }));
    expect(form.getByLabelText<HTMLTextAreaElement>('Note to the customer').value).toBe(
      'Claim does not meet requirements',
    );
    press('Reject Claim', form);
    expect(form.getByText('Please choose a reason.')).toBeDefined();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('documents are asked for in words that the customer reads', async () => {
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Ask for Documents', await bar());
    const form = within(await screen.findByRole('form', { name: 'Ask the customer for documents' }));
    press('Ask for Documents', form);
    expect(form.getByText('Please say what you need.')).toBeDefined();
    fireEvent.change(form.getByLabelText('What do you need?'), { target: { value: 'The repair bill' } });
    press('Ask for Documents', form);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        status: 'under_review',
        requested_documents: 'The repair bill',
      }),
    );
  });

  it('a decision that came too late shows both versions and saves nothing', async () => {
    let decided = false;
    show(deskClaim(), {
      [path]: () => {
        decided = true;
        return { status: 409, message: 'This claim has just changed. Please look at it again.' };
      },
      'GET /admin/claims/7': () => ({ data: decided ? approvedClaim() : deskClaim() }),
    });
    await panel();
    press('Take Into Review', await bar());
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    press('Take Into Review', form);
    // The claim's document is missing, which is an alert of its own.
    const alert = within(await (await bar()).findByRole('alert'));
    const line = alert.getByText('Status').closest('tr') as HTMLElement;
    expect(line.textContent).toBe('StatusPendingApproved');
    expect(alert.getByText(/Your change was not saved/)).toBeDefined();
  });

  it('Esc leaves the form and returns to its button, and the panel stays', async () => {
    show(deskClaim());
    await panel();
    press('Approve Claim', await bar());
    const amount = await screen.findByLabelText('Payout in US dollars');
    expect(document.activeElement).toBe(amount);
    fireEvent.keyDown(amount, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Approve Claim'));
    expect(screen.getByRole('region', { name: 'Claim' })).toBeDefined();
  });

  it('a button that its own action takes away leaves the focus in the bar', async () => {
    let refresh = () => {};
    const reviewed = new Promise<void>((resolve) => {
      refresh = resolve;
    });
    let decided = false;
    show(deskClaim(), {
      [path]: () => {
        decided = true;
        const answer = { wallet_address: HOLDER, suggested_payout: 1500, needs_confirmation: false };
        return { data: { ...customerClaim({ status: 'under_review' }), ...answer } };
      },
      'GET /admin/claims/7': async () => {
        if (!decided) return { data: deskClaim() };
        await reviewed;
        return { data: deskClaim({ status: 'under_review', version: 4 }) };
      },
    });
    await panel();
    press('Take Into Review', await bar());
    press('Take Into Review', within(await screen.findByRole('form')));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take Into Review'));
    refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Into Review' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Actions' }));
  });
});

describe('paying a claim', () => {
  const payout = {
    kind: 'evm',
    step: 'pay',
    chain_id: 1337,
    to: CONTRACT,
    data: '0x12',
    value: '0',
    usd: 1500,
    amount: '750000000000000000',
    currency: 'ETH',
    rate: '2000',
    valid_until: '2026-11-21T12:15:00.000Z',
    claim_number: 1,
  };
  const deployment = async () =>
    Response.json({
      environment: 'local',
      chains: [
        {
          chain_id: 1337,
          key: 'ganache',
          name: 'Ganache',
          rpc_url: 'http://node.test/',
          contract: CONTRACT,
          currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
        },
      ],
    });

  beforeEach(() => {
    chain.readPool.mockResolvedValue({
      symbol: 'ETH',
      decimals: 18,
      balance: 250n * 10n ** 18n,
      owed: 0n,
      allowance: 20_000,
      allowanceLeft: 18_000,
    });
    chain.rehearseCall.mockResolvedValue({ state: 'ready', role: 'claims' });
    chain.sendCall.mockResolvedValue(HASH);
    chain.followCall.mockResolvedValue({ status: 'mined', hash: HASH });
  });

  function pay(more: Parameters<typeof atDesk>[0] = {}, claim = approvedClaim()) {
    const { calls } = show(claim, { 'POST /admin/claims/7/payout': { data: payout }, ...more });
    const api = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      String(input).includes('deployment.json') ? deployment() : api(input, init),
    );
    return calls;
  }

  it('a payment says how much, to whom and from which pool, is sent, and reported until it counts', async () => {
    setConnected({ type: 'demo', name: 'Demo Wallet', address: CLAIMS_ROLE, chainId: 1337 });
    let reports = 0;
    const calls = pay({
      'POST /admin/claims/7/payment': () => {
        reports += 1;
        return { data: {}, status: 200 };
      },
    });
    await panel();
    press('Pay $1,500', await bar());
    const actions = await bar();
    await actions.findByText(/ETH pool of the contract 0x0165…Eb8F: 250 ETH → 249.25 ETH/);
    expect(actions.getByText('Today’s allowance left: $18,000 → $16,500 of $20,000')).toBeDefined();
    await actions.findByText(/The contract accepts it from the claims role/);
    press('Pay $1,500', actions);
    await actions.findByText(/The payment is verified and the claim is paid/);
    expect(reports).toBe(1);
    expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toEqual({
      payout_amount: 1500,
      payment_method: 'blockchain',
      transaction_hash: HASH,
    });
    expect(chain.sendCall).toHaveBeenCalledTimes(1);
  });

  it('a rejection in the wallet is quiet: nothing is reported and the button is back', async () => {
    setConnected({ type: 'demo', name: 'Demo Wallet', address: CLAIMS_ROLE, chainId: 1337 });
    chain.sendCall.mockRejectedValue(Object.assign(new Error('User rejected'), { code: 'rejected' }));
    const calls = pay();
    await panel();
    press('Pay $1,500', await bar());
    const actions = await bar();
    await actions.findByText(/The contract accepts it/);
    press('Pay $1,500', actions);
    await waitFor(() => expect(chain.sendCall).toHaveBeenCalled());
    await actions.findByText(/The contract accepts it/);
    expect(actions.queryByText(/User rejected/)).toBeNull();
    expect(calls.some(({ path }) => path === '/admin/claims/7/payment')).toBe(false);
  });

  it('without a wallet it offers to connect one, and another account is told who holds the role', async () => {
    setDisconnected('user');
    chain.rehearseCall.mockResolvedValue({
      state: 'wrong_account',
      roles: [{ role: 'claims', holder: CLAIMS_ROLE }],
    });
    pay();
    await panel();
    press('Pay $1,500', await bar());
    const actions = await bar();
    await actions.findByRole('button', { name: 'Connect Wallet' });
    setConnected({ type: 'demo', name: 'Demo Wallet', address: HOLDER, chainId: 1337 });
    await actions.findByText(/This needs the claims role \(0x7099…79C8\)/);
    expect(actions.getByRole('button', { name: 'Use Another Account' })).toBeDefined();
    expect(chain.sendCall).not.toHaveBeenCalled();
  });

  it('a payout beyond the allowance is proposed, and no money is said to move', async () => {
    setConnected({ type: 'demo', name: 'Demo Wallet', address: CLAIMS_ROLE, chainId: 1337 });
    const calls = pay({ 'POST /admin/claims/7/payout': { data: { ...payout, step: 'propose' } } });
    await panel();
    press('Pay $1,500', await bar());
    const actions = await bar();
    await actions.findByText(/no money moves now/);
    await actions.findByText(/The contract accepts it/);
    press('Propose $1,500', actions);
    await actions.findByText(/the transaction is on chain/);
    expect(calls.some(({ path }) => path === '/admin/claims/7/payment')).toBe(false);
  });

  it('a second person reports the same payment with the reference they see', async () => {
    const calls = pay(
      { 'POST /admin/claims/7/payment': { data: {} } },
      approvedClaim({
        other_payment: {
          usd: 1500,
          method: 'bank_transfer',
          reference: 'RF-18',
          status: 'proposed',
          proposed_by: 'Ada Byron',
          proposed_by_me: false,
          confirmed_by: null,
          at: '2026-11-21T09:00:00.000Z',
        },
      }),
    );
    await panel();
    press('Confirm Payment of $1,500', await bar());
    fireEvent.change(await screen.findByLabelText('Reference on the bank statement'), {
      target: { value: 'RF-18' },
    });
    press('Confirm $1,500', await bar());
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/claims/7/payment')?.body).toEqual({
        payout_amount: 1500,
        payment_method: 'bank_transfer',
        reference: 'RF-18',
      }),
    );
  });
});

describe('withdrawing a payment', () => {
  it('whoever reported a payment can only take it back, and is told that a second person is needed', async () => {
    const { calls } = show(
      approvedClaim({
        other_payment: {
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
      { 'DELETE /admin/claims/7/payment': { data: {} } },
    );
    await panel();
    const actions = await bar();
    expect(
      actions.getByText('You reported this payment. A second person has to report the same.'),
    ).toBeDefined();
    expect(actions.queryByRole('button', { name: 'Pay $1,500' })).toBeNull();
    press('Withdraw the Payment', actions);
    press('Withdraw the Payment', within(await screen.findByRole('form')));
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});

describe('actionsOf', () => {
  const all = { decide: true, pay: true };
  const now = Date.parse('2026-11-21T12:00:00Z');
  const proposal = {
    usd: 1500,
    payable_at: '2026-11-21T11:00:00.000Z',
    lapses_at: '2026-11-28T11:00:00.000Z',
  };

  it('a proposed payout can be paid once its delay is over, and not by another method meanwhile', () => {
    expect(actionsOf(approvedClaim({ proposal }), all, now)).toEqual(['pay']);
    expect(actionsOf(approvedClaim({ proposal }), all, Date.parse('2026-11-21T10:00:00Z'))).toEqual([]);
  });

  it('whoever approved a payout cannot confirm it', () => {
    const waiting = approvedClaim({ needs_confirmation: true });
    expect(actionsOf(waiting, all, now)).toEqual(['confirm', 'send_back']);
    const decision = { ...waiting.decision, decided_by_me: true } as typeof waiting.decision;
    expect(actionsOf({ ...waiting, decision }, all, now)).toEqual([]);
  });

  it('a paid claim offers nothing, and a rejected one another review', () => {
    expect(actionsOf(deskClaim({ status: 'paid' }), all, now)).toEqual([]);
    expect(actionsOf(deskClaim({ status: 'rejected' }), all, now)).toEqual(['review']);
  });
});
