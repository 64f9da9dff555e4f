import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeFunctionData, zeroAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { keysOf, someone } from '#web/test/desk-actions.ts';
import { FakeBatches } from '#web/test/fake-batches.ts';
import { FakeContract, ROLE_HOLDERS } from '#web/test/fake-contract.ts';
import { FakeExtension } from '#web/test/fake-extension.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONTRACT, deskPolicy, HOLDER } from '#web/test/sample-case.ts';
import { atDesk, samplePage } from '#web/test/sample-desk.ts';
import { POLICY_ACTIONS } from './actions.tsx';
import { endingBadge } from './display.ts';

const NOW = Date.parse('2026-11-10T12:00:00Z');
const HEIR = `0x${'4'.repeat(40)}`;
/** One for the file: the site keeps the first wallet of a name that it finds. */
const extension = new FakeExtension();
const actionsOf = (policy: PolicyRequestDetail, now: number) =>
  keysOf(POLICY_ACTIONS, policy, someone('policies.write'), now);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

function show(
  policy: PolicyRequestDetail,
  more: Parameters<typeof atDesk>[0] = {},
  role: AdminRole = 'administrator',
  elsewhere?: typeof fetch,
) {
  const statistics = {
    total: 1,
    by_status: [{ status: 'pending', count: 1 }],
    by_type: [{ policy_type: 'home', count: 1 }],
    needs_review: 1,
    refunds_overdue: 0,
    renewals_due: [policy],
    renewals_limited: false,
  };
  const calls = atDesk(
    {
      'GET /admin/policies': { data: samplePage('policies', 'total_policies', [policy]) },
      'GET /admin/policies/statistics': { data: statistics },
      'GET /admin/policies/12': { data: policy },
      ...more,
    },
    role,
    elsewhere,
  );
  return Object.assign(calls, { router: mountSite('/admin/policies?open=12&search=quay').router });
}

const panel = async () => within(await screen.findByRole('region', { name: 'Policy' }));
const bar = async () => within(await screen.findByRole('region', { name: 'Actions' }));

describe('policy requests', () => {
  it.each([
    ['of a contract’s chain', null, ''],
    ['of a chain without a contract', 4711, '?block=4711'],
  ])('the public page of a policy %s is linked with what it has to read', async (_, verify_block, search) => {
    const { quote_id, payment } = deskPolicy();
    show(deskPolicy({ payment: { ...payment, verify_block } }));
    const link = await (await panel()).findByRole('link', { name: 'Public page' });
    expect(link.getAttribute('href')).toBe(`/verify/${quote_id}${search}`);
  });

  it('the search is sent, and renewals due are listed @requests-1', async () => {
    const calls = show(deskPolicy());
    await screen.findByRole('heading', { name: 'Policy Requests' });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/policies')?.query).toContain('search=quay'),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show renewals' }));
    expect(within(screen.getByRole('list', { name: 'Renewals due' })).getByText('POL-012')).toBeDefined();
  });

  it('the panel compares the registry with our record and hides private facts @requests-2', async () => {
    const policy = deskPolicy();
    show({
      ...policy,
      chain: policy.chain && { ...policy.chain, agrees: false, differences: ['The holder differs.'] },
    });
    const shown = await panel();
    await shown.findByText('The holder differs.');
    expect(shown.getByText('Private')).toBeDefined();
    expect(shown.getByText('0.6 ETH')).toBeDefined();
    expect(shown.getByRole('button', { name: 'Reveal private facts' })).toBeDefined();
  });

  it('on a network without a contract the panel names no registry and no contract', async () => {
    const policy = deskPolicy();
    show({ ...policy, chain: policy.chain && { ...policy.chain, enforced_by: 'records' } });
    const shown = await panel();
    await shown.findByText('None: we have no contract on this network');
    expect(shown.getByText('Paid to')).toBeDefined();
    expect(shown.queryByText('Contract')).toBeNull();
    expect(shown.queryByText('Agrees with our records')).toBeNull();
  });

  it('what holds a policy for an administrator stands before its facts', async () => {
    const reason = 'The customer is deactivated, so somebody has to approve this policy.';
    show(deskPolicy({ status: 'pending', needs_review: true, review: [reason] }));
    const why = await (await panel()).findByRole('region', { name: 'Why it is reviewed' });
    expect(within(why).getByText(reason)).toBeDefined();
    const facts = (await panel()).getByRole('region', { name: 'Details' });
    expect(why.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('an approval goes with the version that was seen', async () => {
    const calls = show(deskPolicy({ status: 'pending', needs_review: true }), {
      'PATCH /admin/policies/12/status': { data: {} },
    });
    fireEvent.click((await bar()).getByRole('button', { name: 'Approve' }));
    const form = within(await screen.findByRole('form', { name: 'Approve POL-012' }));
    fireEvent.click(form.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = calls.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({ status: 'approved' });
    expect(sent?.headers.get('if-match')).toBe('"2"');
  });

  const declined = {
    status: 'pending',
    declined_at: '2026-11-09T09:00:00.000Z',
    situation: 'declined' as const,
    declined: { reason: 'It stands in a river.', refund_due_at: '2026-11-16T09:00:00.000Z' },
    rejectable_until: '2026-12-01T09:00:00.000Z',
  } as const;

  it('a rejected policy shows why, by when its refund is promised, and its refund as the next step', async () => {
    const calls = show(deskPolicy(declined), {
      'POST /admin/policies/12/refund': { status: 409, message: 'The contract refuses this.' },
    });
    const shown = await panel();
    expect(await shown.findByText('It stands in a river.')).toBeDefined();
    expect(shown.getByText('Rejected, refund owed')).toBeDefined();
    expect(shown.getByText('5 days left')).toBeDefined();
    fireEvent.click((await bar()).getByRole('button', { name: 'Refund the Rejection' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ outcome: 'rejected' }),
    );
  });

  it('a policy that another one replaced says so before its refund and after it', async () => {
    const refund = {
      state: 'sent',
      amount: '5',
      decimals: 6,
      currency: 'USDC',
      due_at: null,
      reason: null,
    } as const;
    const replaced_by = {
      policy_id: 13,
      policy_number: 'POL-013',
      since: '2026-11-09T09:00:00.000Z',
      refund,
    };
    const labelsOf = (changes: object) => endingBadge({ ...deskPolicy({}), replaced_by, ...changes })?.label;
    expect(labelsOf({ situation: 'replaced' })).toBe('Replaced');
    expect(labelsOf({ situation: 'cancelled', status: 'cancelled' })).toBe('Replaced');
    expect(labelsOf({ situation: 'cancelled', status: 'cancelled', replaced_by: null })).toBeUndefined();
  });

  it('a rejection is withdrawn explicitly, with the version that was seen', async () => {
    const calls = show(deskPolicy(declined), { 'PATCH /admin/policies/12/status': { data: {} } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Withdraw the Rejection' }));
    const form = within(await screen.findByRole('form', { name: 'Withdraw the rejection of POL-012' }));
    fireEvent.click(form.getByRole('button', { name: 'Withdraw the Rejection' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = calls.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({ status: 'approved', take_back: true });
    expect(sent?.headers.get('if-match')).toBe('"2"');
  });

  const TO_CHECK = {
    id: 5,
    submitted_at: '2026-11-09T09:00:00.000Z',
    email: 'sender@example.org',
    link_followed_at: null,
    thread_id: 31,
  };

  it('a withdrawal to check shows its sender and is recorded with how it was checked', async () => {
    const calls = show(deskPolicy({ withdrawals_to_check: [TO_CHECK] }), {
      'POST /admin/policies/12/withdrawals/5/check': { data: {} },
    });
    expect(await (await panel()).findByText('sender@example.org')).toBeDefined();
    expect((await panel()).getByRole('link', { name: 'Conversation' })).toBeDefined();
    fireEvent.click((await bar()).getByRole('button', { name: 'Check the Withdrawal' }));
    const form = within(await screen.findByRole('form', { name: 'Check the withdrawal from POL-012' }));
    fireEvent.click(form.getByRole('button', { name: 'Record' }));
    expect(await form.findByText('Please choose accepted or refused.')).toBeDefined();
    expect(form.getByText('Please say how you checked it.')).toBeDefined();
    fireEvent.keyDown(form.getByRole('combobox', { name: 'Decision' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'It is the holder’s: it takes effect' }));
    fireEvent.change(form.getByLabelText('How you checked it'), { target: { value: 'Called back.' } });
    fireEvent.click(form.getByRole('button', { name: 'Record' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        decision: 'accepted',
        note: 'Called back.',
      }),
    );
  });

  const OWED = {
    submitted_at: '2026-11-09T09:00:00.000Z',
    refund_due_at: '2026-11-16T09:00:00.000Z',
    consent: null,
  };

  it('a withdrawal that needs the holder’s consent says so, and is refunded with it as a cancellation', async () => {
    const withConsent = (valid_until: string | null) =>
      deskPolicy({
        status: 'approved',
        needs_review: false,
        situation: 'withdrawing',
        withdrawal: { ...OWED, consent: { asked_at: '2026-11-10T09:00:00.000Z', valid_until } },
        rejectable_until: '2026-11-01T09:00:00.000Z',
      });
    expect(actionsOf(withConsent(null), NOW)).toEqual(['propose']);
    const given = withConsent('2026-12-01T09:00:00.000Z');
    expect(actionsOf(given, NOW)).toEqual(['refund_withdrawal', 'propose']);
    const calls = show(given, {
      'POST /admin/policies/12/refund': { status: 409, message: 'The contract refuses this.' },
    });
    expect(await (await panel()).findByText(/Given, valid until/)).toBeDefined();
    fireEvent.click((await bar()).getByRole('button', { name: 'Refund the Withdrawal' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ outcome: 'cancelled' }),
    );
  });

  it('a withdrawal that waits for the holder’s consent says since when', async () => {
    const consent = { asked_at: '2026-11-10T09:00:00.000Z', valid_until: null };
    show(deskPolicy({ status: 'approved', situation: 'withdrawing', withdrawal: { ...OWED, consent } }));
    expect(await (await panel()).findByText('Withdrawn from, consent awaited')).toBeDefined();
    expect((await panel()).getByText(/Asked for .*, not given yet/)).toBeDefined();
  });

  it('a withdrawal that came by letter is entered with its day and how it was checked', async () => {
    const calls = show(deskPolicy(), { 'POST /admin/policies/12/withdrawals': { data: {} } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Enter a Withdrawal' }));
    const form = within(await screen.findByRole('form', { name: 'Enter a withdrawal from POL-012' }));
    fireEvent.click(form.getByRole('button', { name: 'Enter' }));
    expect(await form.findByText('Please enter the date as MM/DD/YYYY, such as 11/28/2026.')).toBeDefined();
    fireEvent.change(form.getByLabelText('Received on (UTC)'), { target: { value: '11/09/2026' } });
    fireEvent.change(form.getByLabelText('How it came and how you checked it'), {
      target: { value: 'Letter, called back.' },
    });
    fireEvent.click(form.getByRole('button', { name: 'Enter' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        received_on: '2026-11-09',
        note: 'Letter, called back.',
      }),
    );
  });

  it('a withdrawal that is owed the premium is refunded as a rejection, and offers no other decision', async () => {
    const policy = deskPolicy({
      status: 'approved',
      needs_review: false,
      situation: 'withdrawing',
      withdrawal: OWED,
      rejectable_until: '2026-12-01T09:00:00.000Z',
    });
    expect(actionsOf(policy, NOW)).toEqual(['refund_withdrawal', 'propose']);
    const calls = show(policy, {
      'POST /admin/policies/12/refund': { status: 409, message: 'The contract refuses this.' },
    });
    expect(await (await panel()).findByText('Withdrawn from, refund owed')).toBeDefined();
    fireEvent.click((await bar()).getByRole('button', { name: 'Refund the Withdrawal' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ outcome: 'rejected' }),
    );
  });

  it('a change of holder asks for another wallet than the present one', async () => {
    const calls = show(deskPolicy(), {
      'POST /admin/policies/12/holder-change': { status: 409, message: 'The contract refuses this.' },
    });
    fireEvent.click((await bar()).getByRole('button', { name: 'Change the Holder' }));
    const field = await screen.findByLabelText('Wallet of the new holder');
    fireEvent.change(field, { target: { value: HOLDER } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('That wallet already holds the policy.')).toBeDefined();
    fireEvent.change(field, { target: { value: HEIR } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Continue' }));
    await screen.findByText('The contract refuses this. No money has moved.');
    expect(calls.find(({ path }) => path.endsWith('/holder-change'))?.body).toEqual({
      step: 'propose',
      new_holder: HEIR,
    });
  });

  it('a role that may not change policies sees no actions', async () => {
    show(deskPolicy({ needs_review: true, status: 'pending' }), {}, 'claims');
    await (await panel()).findByText('On-chain record');
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  });
});

describe('refunds of several policies', () => {
  beforeEach(() => extension.install());
  afterEach(() => {
    extension.uninstall();
    setDisconnected('user');
  });

  it('those that can be sent now leave in one request of the underwriter’s wallet, and the others say why not', async () => {
    const contract = new FakeContract();
    const canceled = deskPolicy({
      cancellation: {
        requested_at: '2026-11-09T09:00:00.000Z',
        kind: 'full',
        amount: '600000000000000000',
        valid_until: '2026-11-23T09:00:00.000Z',
        refund_due_at: '2026-11-16T09:00:00.000Z',
      },
    });
    const other = deskPolicy({ id: 13, policy_id: 'POL-013' });
    const data = encodeFunctionData({ abi, functionName: 'haltPayouts' });
    const calls = show(
      canceled,
      {
        'GET /admin/policies': { data: samplePage('policies', 'total_policies', [canceled, other]) },
        'GET /admin/policies/13': { data: other },
        'POST /admin/policies/12/refund': {
          data: {
            kind: 'evm',
            chain_id: 1337,
            to: CONTRACT,
            data,
            value: '0',
            outcome: 'cancelled',
            usd: 1200,
            amount: '600000000000000000',
            currency: 'ETH',
            rate: '2000',
            valid_until: '2026-11-23T09:00:00.000Z',
          },
        },
        'POST /admin/policies/12/refund/confirm': { data: null },
      },
      'underwriter',
      contract.fetch,
    );
    await contract.connect(extension, ROLE_HOLDERS.pauser);
    const batches = new FakeBatches(extension, contract);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all policies on this page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Refund Selected' }));
    const several = within(await screen.findByRole('region', { name: 'Refund Selected' }));
    fireEvent.click(await several.findByRole('button', { name: 'Send 1 Refund' }));
    await several.findByText(/The refund is verified and recorded/);
    expect(several.getByText('POL-013: No refund of it can be sent now.')).toBeDefined();
    expect(batches.asked.map(({ calls }) => calls)).toEqual([
      [expect.objectContaining({ to: CONTRACT, data })],
    ]);
    expect(calls.filter(({ path }) => path === '/admin/policies/12/refund/confirm')).toHaveLength(1);
    expect(calls.some(({ path }) => path === '/admin/policies/13/refund')).toBe(false);
  });
});

describe('a refund that is open', () => {
  beforeEach(() => extension.install());
  afterEach(() => {
    extension.uninstall();
    setDisconnected('user');
  });

  it('moving to another policy closes it, and the new policy’s refund is prepared separately', async () => {
    const contract = new FakeContract();
    const cancellation = {
      requested_at: '2026-11-09T09:00:00.000Z',
      kind: 'full' as const,
      amount: '600000000000000000',
      valid_until: '2026-11-20T09:00:00.000Z',
      refund_due_at: '2026-11-16T09:00:00.000Z',
    };
    const first = deskPolicy({ cancellation });
    // The two refunds differ in the details of their policies.
    const refund = (id: number) =>
      encodeFunctionData({
        abi,
        functionName: 'refund',
        args: [
          {
            holder: HOLDER,
            token: zeroAddress,
            premium: 6n * 10n ** 17n,
            product: 1,
            cover: 500_000,
            startDay: 20_758,
            endDay: 21_123,
            validUntil: 1_793_530_800,
            detailsHash: `0x${String(id).padStart(64, '0')}`,
          },
          6n * 10n ** 17n,
          1_795_165_200n,
          '0x',
        ],
      });
    const prepared = (id: number) => ({
      data: {
        kind: 'evm',
        outcome: 'cancelled',
        chain_id: 1337,
        to: CONTRACT,
        data: refund(id),
        value: '0',
        amount: '600000000000000000',
        currency: 'ETH',
        usd: 1200,
        rate: '2000',
        valid_until: '2026-11-20T09:00:00.000Z',
      },
    });
    const { router } = show(
      first,
      {
        'GET /admin/policies/13': {
          data: deskPolicy({ id: 13, policy_id: 'POL-013', customer: 'Alan Kay', cancellation }),
        },
        'POST /admin/policies/12/refund': prepared(12),
        'POST /admin/policies/13/refund': prepared(13),
        'POST /admin/policies/13/refund/confirm': { data: {} },
      },
      'administrator',
      contract.fetch,
    );
    await contract.connect(extension, ROLE_HOLDERS.underwriter);
    const open = async () => {
      const actions = await bar();
      fireEvent.click(actions.getByRole('button', { name: /^Refund/ }));
      await actions.findByText(/The contract accepts it from the underwriter role/);
      return actions;
    };
    await open();
    await router.navigate({ href: '/admin/policies?open=13' });
    await screen.findByRole('heading', { name: /POL-013/ });
    expect(screen.queryByText(/The contract accepts it/)).toBeNull();
    const actions = await open();
    fireEvent.click(actions.getByRole('button', { name: /^Refund/ }));
    await waitFor(() => expect(contract.sent.map(({ data }) => data)).toEqual([refund(13)]));
  });
});
