import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, samplePage, WALLET } from '#web/test/sample-desk.ts';
import { timeLeft } from './parts/clock.tsx';
import { deskCache } from './queries.ts';

const HOUR = 3_600_000;
const hash = (digit: string) => `0x${digit.repeat(64)}`;

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

describe('the clock of a promise', () => {
  it.each([
    [5 * HOUR, '5 h left'],
    [90_000, '1 min left'],
    [-3 * HOUR, '3 h late'],
    [72 * HOUR, '3 days left'],
  ])('a promise %i ms away reads %s', (ms, text) => {
    expect(timeLeft(1_000_000_000 + ms, 1_000_000_000)).toBe(text);
  });
});

const exception = {
  id: 3,
  reason: 'duplicate',
  detail: 'POL-012 was paid before.',
  status: 'open',
  wallet_address: WALLET,
  customer: 'Grace Hopper',
  chain_id: 1337,
  tx_hash: hash('d'),
  quote_id: hash('e'),
  amount: '600000000000000000',
  currency: 'ETH',
  decimals: 18,
  paid_at: '2026-11-20T09:00:00.000Z',
  refund_due_at: '2026-11-27T09:00:00.000Z',
  policy_id: 12,
  policy_number: 'POL-012',
};
const exceptionRecord = {
  ...exception,
  refund: { possible: true, problem: null, outcome: 'rejected', consented_until: null },
  refunded_at: null,
  refund_tx_hash: null,
  contract: `0x${'1'.repeat(40)}`,
  resolved_at: null,
  notes: [],
  audit_log: [],
};

describe('payment exceptions', () => {
  const open = async (
    record: object,
    role?: Parameters<typeof atDesk>[1],
    more = {},
    name = 'Paid twice #3',
  ) => {
    const calls = atDesk(
      {
        'GET /admin/exceptions': { data: samplePage('exceptions', 'total_exceptions', [exception]) },
        'GET /admin/exceptions/3': { data: record },
        ...more,
      },
      role,
    );
    mountSite('/admin/exceptions?open=3');
    const panel = within(await screen.findByRole('region', { name: 'Payment exception' }));
    await panel.findByRole('heading', { name });
    return { calls, panel };
  };

  it('an underwriter prepares the refund, and a problem of the server is shown', async () => {
    const { calls, panel } = await open(exceptionRecord, 'underwriter', {
      'POST /admin/exceptions/3/refund': { status: 422, message: 'The term has begun.' },
    });
    expect(panel.getByText('0.6000 ETH')).toBeDefined();
    fireEvent.click(panel.getByRole('button', { name: 'Refund 0.6 ETH' }));
    expect(await panel.findByText(/The term has begun\./)).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({});
  });

  it('why a refund is not possible is shown instead of the button', async () => {
    const refund = {
      possible: false,
      problem: 'The payer has to consent first.',
      outcome: 'cancelled',
      consented_until: null,
    };
    const { panel } = await open({ ...exceptionRecord, refund });
    expect(panel.getByText('The payer has to consent first.')).toBeDefined();
    expect(panel.queryByRole('button', { name: /^Refund/ })).toBeNull();
  });

  it('a role that may not refund gets no button', async () => {
    const { panel } = await open(exceptionRecord, 'support');
    expect(panel.queryByRole('button', { name: /^Refund/ })).toBeNull();
  });

  const paidTwice = {
    ...exceptionRecord,
    reason: 'claim_paid_twice',
    detail: 'CLM-007 was already paid $2,500 by bank transfer.',
    refund: { possible: false, problem: 'Ask its holder.', outcome: 'cancelled', consented_until: null },
  };

  it('a claim that was paid twice is settled with a note on the outcome, and never refunded', async () => {
    const { calls, panel } = await open(
      paidTwice,
      'underwriter',
      { 'POST /admin/exceptions/3/settle': { data: { ...paidTwice, status: 'resolved' } } },
      'Claim paid twice #3',
    );
    expect(panel.getByText('Ask its holder.')).toBeDefined();
    expect(panel.queryByRole('button', { name: /^Refund/ })).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Settle' }));
    const form = within(await panel.findByRole('form', { name: 'Settle Claim paid twice #3' }));
    fireEvent.click(form.getByRole('button', { name: 'Settle' }));
    expect(await form.findByText('Please describe the outcome.')).toBeDefined();
    fireEvent.change(form.getByLabelText('Outcome'), { target: { value: ' It came back. ' } });
    fireEvent.click(form.getByRole('button', { name: 'Settle' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'It came back.' }),
    );
  });

  it('a role that may not settle a claim that was paid twice gets no form', async () => {
    const { panel } = await open(paidTwice, 'support', {}, 'Claim paid twice #3');
    expect(panel.getByText('Ask its holder.')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Settle' })).toBeNull();
  });

  it('a refunded payment shows when it was refunded', async () => {
    const { panel } = await open({
      ...exceptionRecord,
      status: 'resolved',
      refunded_at: '2026-11-21T09:00:00.000Z',
      refund_tx_hash: hash('f'),
    });
    expect(panel.getByText(/Refunded on November 21, 2026/)).toBeDefined();
  });
});

const line = {
  id: 41,
  number: 40,
  action: 'user.deactivated',
  subject: `user:${WALLET}`,
  link: `/admin/users?open=${WALLET}`,
  admin_id: 1,
  admin_name: 'Ada Byron',
  before: { status: 'active', notes: null },
  after: { status: 'inactive', notes: null },
  at: '2026-11-20T09:00:00.000Z',
  request_id: 'r-1',
  seal: 'a'.repeat(64),
};
const head = { number: 40, seal: 'b'.repeat(64), sealed_at: '2026-11-20T09:05:00.000Z' };

describe('the audit log', () => {
  const server = {
    'GET /admin/audit-log': { data: samplePage('entries', 'total_entries', [line]) },
    'GET /audit-log/head': { data: head },
  };

  it('a line shows what changed, before and after', async () => {
    atDesk(server);
    mountSite('/admin/audit-log?open=41');
    const panel = within(await screen.findByRole('region', { name: 'Audit log line' }));
    expect(await panel.findByRole('heading', { name: 'User deactivated' })).toBeDefined();
    const change = await panel.findByRole('row', { name: /^Status/ });
    expect([...change.children].map((cell) => cell.textContent)).toEqual(['Status', 'active', 'inactive']);
    expect(panel.queryByText('Notes')).toBeNull();
  });

  it('a line names its record by number, and says settings and sums as people read them', async () => {
    const settings = {
      ...line,
      id: 42,
      action: 'settings.changed',
      subject: 'setting:system',
      before: { platform_fee_bps: '250', four_eyes_usd: '2500' },
      after: { platform_fee_bps: '300', four_eyes_usd: '10000' },
    };
    const approved = {
      ...line,
      id: 43,
      action: 'claim.approved',
      subject: 'claim:7',
      before: { payout_usd: null, reserve_cents: 250_050 },
      after: { payout_usd: 1500, reserve_cents: 150_000 },
    };
    const one = {
      ...line,
      id: 44,
      subject: 'setting:platform_fee_bps',
      before: { value: '300' },
      after: { value: '275' },
    };
    const data = samplePage('entries', 'total_entries', [settings, approved, one]);
    atDesk({ ...server, 'GET /admin/audit-log': { data } });
    mountSite('/admin/audit-log?open=43');
    const panel = within(await screen.findByRole('region', { name: 'Audit log line' }));
    expect(await panel.findByRole('link', { name: 'CLM-007' })).toBeDefined();
    const table = panel.getByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['FieldBeforeAfter', 'Payout—$1,500', 'Reserve$2,500.50$1,500.00']);
    expect(screen.getByText('Platform fee: 2.5% → 3%, 1 more')).toBeDefined();
    expect(screen.getByText('Platform fee: 3% → 2.75%')).toBeDefined();
    expect(screen.getByText('System settings')).toBeDefined();
  });

  it('a link to a line that is on no loaded page shows it', async () => {
    atDesk({
      ...server,
      'GET /admin/audit-log': { data: samplePage('entries', 'total_entries', []) },
      'GET /admin/audit-log/41': { data: line },
    });
    mountSite('/admin/audit-log?open=41');
    const panel = within(await screen.findByRole('region', { name: 'Audit log line' }));
    const change = await panel.findByRole('row', { name: /^Status/ });
    expect([...change.children].map((cell) => cell.textContent)).toEqual(['Status', 'active', 'inactive']);
  });

  it('a link to a line that does not exist says so', async () => {
    atDesk({ ...server, 'GET /admin/audit-log': { data: samplePage('entries', 'total_entries', []) } });
    mountSite('/admin/audit-log?open=99');
    const panel = within(await screen.findByRole('region', { name: 'Audit log line' }));
    expect(await panel.findByText('There is no such line.')).toBeDefined();
  });

  it('all lines of a record are one click away and can be left again', async () => {
    const calls = atDesk(server);
    mountSite('/admin/audit-log?open=41');
    fireEvent.click(await screen.findByRole('button', { name: 'All entries for this record' }));
    const remove = await screen.findByRole('button', { name: `Remove the filter Record: user:${WALLET}` });
    await waitFor(() =>
      expect(calls.map(({ query }) => query).join()).toContain(
        `subject=${encodeURIComponent(`user:${WALLET}`)}`,
      ),
    );
    fireEvent.click(remove);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Remove the filter/ })).toBeNull());
  });

  it('the check continues range by range and lists every fault', async () => {
    const calls = atDesk({
      ...server,
      'GET /admin/audit-log/check': ({ query }) => {
        const first = query.includes('from=1&') || query.endsWith('from=1');
        return {
          data: {
            checked_from: first ? 1 : 21,
            checked_to: first ? 20 : 40,
            next_number: first ? 21 : null,
            head,
            unsealed: 0,
            faults: first ? [] : [{ number: 33, kind: 'tampered', detail: 'Its seal does not fit.' }],
          },
        };
      },
    });
    mountSite('/admin/audit-log');
    fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('1 fault')).toBeDefined();
    expect(screen.getByText('Line 33: Tampered. Its seal does not fit.')).toBeDefined();
    const asked = calls.filter(({ path }) => path === '/admin/audit-log/check').map(({ query }) => query);
    expect(asked).toEqual(['?from=1', '?from=21']);
  });

  it('a role that may not read the audit log is told so without a request', async () => {
    const calls = atDesk(server, 'support');
    mountSite('/admin/audit-log');
    expect(await screen.findByText('Your role cannot read the audit log')).toBeDefined();
    expect(calls.map(({ path }) => path)).not.toContain('/admin/audit-log');
  });
});

const other = {
  id: 2,
  email: 'eve@mooring.example',
  name: 'Eve Hart',
  role: 'support',
  role_label: 'Support',
  status: 'active',
  totp_enabled: false,
  created_at: '2026-11-01T09:00:00.000Z',
  created_by: 'Ada Byron',
  last_sign_in_at: null,
  payout_limit_usd: null,
  sessions: 1,
};

describe('the settings', () => {
  const sessions = [
    { id: 's-1', created_at: line.at, expires_at: line.at, device: 'Firefox on macOS', current: true },
    { id: 's-2', created_at: line.at, expires_at: line.at, device: 'Chrome on Windows', current: false },
  ];
  const server = { 'GET /admin/auth/sessions': { data: sessions }, 'GET /admin/admins': { data: [other] } };
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('another session can be revoked, the current one cannot', async () => {
    const calls = atDesk({ ...server, 'DELETE /admin/auth/sessions/s-2': { data: null } });
    mountSite('/admin/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Chrome on Windows' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(screen.queryByRole('button', { name: 'Revoke Firefox on macOS' })).toBeNull();
  });

  it('a new password needs 12 characters and is sent with the current one', async () => {
    const calls = atDesk({ ...server, 'POST /admin/auth/password': { data: null } });
    mountSite('/admin/settings');
    await screen.findByLabelText('Current password');
    type('Current password', 'the old password');
    type('New password', 'short');
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('A password needs at least 12 characters.')).toBeDefined();
    type('New password', 'a much longer one');
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Password changed')).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      current_password: 'the old password',
      new_password: 'a much longer one',
    });
  });

  it('recovery codes are shown once and can be copied', async () => {
    const copied = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText: copied } });
    atDesk({ ...server, 'POST /admin/auth/recovery-codes': { data: { recovery_codes: ['k3m9-x2qd'] } } });
    mountSite('/admin/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    type('Code', '123456');
    fireEvent.click(screen.getByRole('button', { name: 'Show new codes' }));
    expect(await screen.findByText('k3m9-x2qd')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith('k3m9-x2qd\n');
    fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(screen.queryByText('k3m9-x2qd')).toBeNull());
  });

  it('an invitation is checked, and proposed to a second administrator', async () => {
    const proposed = { status: 202, data: null };
    const calls = atDesk({ ...server, 'POST /admin/admins': proposed });
    mountSite('/admin/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = within(await screen.findByRole('dialog'));
    const fill = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    fill('Name', 'Eve Hart');
    fill('Email', 'eve@mooring.example');
    fireEvent.click(form.getByRole('button', { name: 'Propose invitation' }));
    expect(await form.findByText('Please choose a role.')).toBeDefined();
    const select = form.getByRole('combobox', { name: 'Role' });
    select.focus();
    fireEvent.keyDown(select, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'Support' }));
    fireEvent.click(form.getByRole('button', { name: 'Propose invitation' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        email: 'eve@mooring.example',
        name: 'Eve Hart',
        role: 'support',
      }),
    );
    expect(await screen.findByText('Invitation proposed')).toBeDefined();
  });

  it.each([
    ['shown to who invited', 'http://site.test/admin/admin-login#invitation=secret-token', true],
    ['sent to nobody else’s screen', null, false],
  ])('a new link of an invitation is %s', async (_, link, shown) => {
    const invited = { ...other, status: 'invited' };
    atDesk({
      ...server,
      'GET /admin/admins': { data: [invited] },
      'POST /admin/admins/2/invitation': {
        status: 201,
        data: { ...invited, link, link_expires_at: line.at },
      },
    });
    mountSite('/admin/settings');
    const menu = await screen.findByRole('button', { name: 'Actions for Eve Hart' });
    menu.focus();
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'New invitation link' }));
    expect(await screen.findByText(/It works once, until/)).toBeDefined();
    expect(screen.queryByText(/invitation=secret-token/) !== null).toBe(shown);
  });

  it('an administrator can be disabled', async () => {
    const calls = atDesk({ ...server, 'PATCH /admin/admins/2': { data: { ...other, status: 'inactive' } } });
    mountSite('/admin/settings');
    const menu = await screen.findByRole('button', { name: 'Actions for Eve Hart' });
    menu.focus();
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'inactive' }),
    );
  });

  it('a role that does not manage administrators does not see them', async () => {
    const calls = atDesk(server, 'claims');
    mountSite('/admin/settings');
    await screen.findByRole('heading', { name: 'Password' });
    expect(screen.queryByRole('heading', { name: 'Administrators' })).toBeNull();
    expect(calls.map(({ path }) => path)).not.toContain('/admin/admins');
  });
});
