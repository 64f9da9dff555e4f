import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PolicyRequestDetail } from '../../../../../domain/admin/policies-schema.ts';
import type { AdminRole } from '../../../../../domain/admin/roles.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { deskPolicy, HOLDER } from '../../../../test/sample-case.ts';
import { atDesk, samplePage } from '../../../../test/sample-desk.ts';
import { endAdminSession } from '../../../state/admin-session.ts';
import { deskCache } from '../queries.ts';
import { actionsOf } from './display.ts';

const NOW = Date.parse('2026-11-10T12:00:00Z');
const HEIR = `0x${'4'.repeat(40)}`;

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
) {
  const statistics = {
    total: 1,
    by_status: [{ status: 'pending', count: 1 }],
    by_type: [{ policy_type: 'home', count: 1 }],
    needs_review: 1,
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
  );
  mountSite('/admin/policies?open=12&search=quay');
  return calls;
}

const panel = async () => within(await screen.findByRole('region', { name: 'Policy' }));
const bar = async () => within(await screen.findByRole('region', { name: 'Actions' }));

describe('policy requests', () => {
  it('the search is sent, and renewals due are listed', async () => {
    const calls = show(deskPolicy());
    await screen.findByRole('heading', { name: 'Policy Requests' });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/policies')?.query).toContain('search=quay'),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show renewals' }));
    expect(within(screen.getByRole('list', { name: 'Renewals due' })).getByText('POL-012')).toBeDefined();
  });

  it('the panel compares the registry with our record and hides private facts', async () => {
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

  it('a change of holder asks for another wallet than the present one', async () => {
    const calls = show(deskPolicy(), {
      'POST /admin/policies/12/holder-change': { status: 409, message: 'The contract refuses this.' },
    });
    fireEvent.click((await bar()).getByRole('button', { name: 'Change the Holder' }));
    const field = await screen.findByLabelText('Wallet of the new holder');
    fireEvent.change(field, { target: { value: HOLDER } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Continue' }));
    expect(screen.getByText('That wallet holds the policy already.')).toBeDefined();
    fireEvent.change(field, { target: { value: HEIR } });
    fireEvent.click((await bar()).getByRole('button', { name: 'Continue' }));
    await screen.findByText('The contract refuses this. No money has moved.');
    expect(calls.find(({ path }) => path.endsWith('/holder-change'))?.body).toEqual({
      step: 'propose',
      new_holder: HEIR,
    });
  });

  it('whoever may not change policies sees no actions', async () => {
    show(deskPolicy({ needs_review: true, status: 'pending' }), {}, 'claims');
    await (await panel()).findByText('On-chain record');
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  });
});

describe('actionsOf', () => {
  it('a cancellation can be refunded while its consent lasts', () => {
    const cancellation = {
      requested_at: '2026-11-09T09:00:00.000Z',
      kind: 'full' as const,
      amount: '600000000000000000',
      valid_until: '2026-11-20T09:00:00.000Z',
      refund_due_at: '2026-11-16T09:00:00.000Z',
    };
    expect(actionsOf(deskPolicy({ cancellation }), NOW)).toEqual(['refund', 'propose']);
    expect(actionsOf(deskPolicy({ cancellation }), Date.parse('2026-11-21T00:00:00Z'))).toEqual(['propose']);
  });

  it('a policy can be rejected in its first 30 days, unless a claim was paid', () => {
    const rejectable_until = '2026-12-01T09:00:00.000Z';
    expect(actionsOf(deskPolicy({ rejectable_until }), NOW)).toEqual(['reject', 'propose']);
    expect(actionsOf(deskPolicy({ rejectable_until, paid_out_usd: 900 }), NOW)).toEqual(['propose']);
  });

  it('a confirmed change of holder can be completed once it is effective', () => {
    const holder_change = {
      new_holder: HEIR,
      proposed_at: '2026-11-05T09:00:00.000Z',
      effective_at: '2026-11-09T09:00:00.000Z',
      lapses_at: '2026-12-05T09:00:00.000Z',
      confirmed: true,
      contested: false,
    };
    expect(actionsOf(deskPolicy({ holder_change }), NOW)).toEqual(['complete', 'stop']);
    const waiting = { ...holder_change, effective_at: null, confirmed: false };
    expect(actionsOf(deskPolicy({ holder_change: waiting }), NOW)).toEqual(['confirm', 'stop']);
  });

  it('an ended policy offers nothing', () => {
    expect(actionsOf(deskPolicy({ status: 'cancelled' }), NOW)).toEqual([]);
  });
});
