// What each role sees in a real desk. The gate tests every route and role in worker/test/security.test.ts.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { asked, claimed, unique, waitingPolicy } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { Desk } from './pages/desk-people.ts';

const chain = connectChain();

test.describe('what each role may see and do at the desk', () => {
  test('a support account sees no button that pays or approves, and is refused when it calls anyway @people-4', {
    tag: '@full',
  }, async ({ page, context }) => {
    const admin = await Admin.signIn();
    const ada = await insured(chain);
    const pending = await claimed(ada);
    const approved = await claimed(await insured(chain));
    expect((await admin.decide(approved.id, { status: 'approved' })).status).toBe(200);
    const { policy } = await waitingPolicy(admin);
    expect(policy.status).toBe('pending');
    const records = [
      [`/admin/claims?open=${pending.id}`, 'Claim', /^Approve Claim for \$[\d,]+$/],
      [`/admin/claims?open=${approved.id}`, 'Claim', /^Pay \$[\d,]+$/],
      [`/admin/policies?open=${policy.id}`, 'Policy', /^Approve$/],
    ] as const;

    // An administrator has the very buttons that are missing below.
    const desk = new Desk(page);
    await admin.open(page, '/admin');
    for (const [path, label, button] of records) {
      await page.goto(path);
      await expect(desk.panel(label).getByRole('button', { name: button })).toBeVisible();
    }
    const support = await Admin.as('support');
    const other = new Desk(await context.newPage());
    await support.open(other.page, '/admin');
    await expect(other.rail).toContainText('Support');
    await expect(other.rail.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    for (const [path, label] of records) {
      await other.page.goto(path);
      await expect(other.panel(label).getByRole('heading', { level: 2 })).toBeVisible();
      await expect(other.writes(other.panel(label))).toHaveCount(0);
    }
    await other.page.goto('/admin/audit-log');
    await expect(other.page.getByText('Your role cannot read the audit log')).toBeVisible();

    const refused = async (method: string, path: string, body?: unknown) =>
      expect(await support.call(method, path, body), path).toMatchObject({ status: 403, success: false });
    await refused('PATCH', `/claims/${pending.id}/status`, { status: 'approved' });
    await refused('POST', `/claims/${approved.id}/payout`, {});
    await refused('POST', `/claims/${approved.id}/payment`, {
      payout_amount: 3000,
      payment_method: 'bank',
      reference: 'A transfer',
    });
    await refused('PATCH', `/policies/${policy.id}/status`, { status: 'approved' });
    await refused('POST', `/policies/${policy.id}/refund`, {});
    await refused('PATCH', `/users/${ada.account.address}/status`, { status: 'inactive' });
    await refused('GET', '/audit-log');
    await refused('GET', '/admins');
    const claim = await admin.call<{ status: string }>('GET', `/claims/${pending.id}`);
    expect(claim.data.status).toBe('pending');
    // Answering is what this role is for.
    const thread = await asked(ada, `Support ${unique()}`);
    expect((await support.reply(thread.id, 'Yes, it does.')).status).toBe(201);
  });

  test('an auditor reads every record and the audit log, and writes nothing @people-4', {
    tag: '@full',
  }, async ({ page }) => {
    const admin = await Admin.signIn();
    const ada = await insured(chain);
    const claim = await claimed(ada);
    const thread = await asked(ada, `Audited ${unique()}`);
    expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
    const auditor = await Admin.as('auditor');
    const desk = new Desk(page);
    await auditor.open(page, '/admin');
    await expect(desk.rail).toContainText('Auditor');
    const records = [
      [`/admin/users?open=${ada.account.address}`, 'Customer', 'Ada Lovelace'],
      [`/admin/policies?open=${ada.policy.id}`, 'Policy', ada.policy.policy_number],
      [`/admin/claims?open=${claim.id}`, 'Claim', claim.claim_number],
      [`/admin/messages?open=${thread.id}`, 'Message', thread.subject],
    ] as const;
    for (const [path, label, heading] of records) {
      await page.goto(path);
      await expect(desk.panel(label).getByRole('heading', { level: 2 }).first()).toContainText(heading);
      await expect(desk.writes(desk.panel(label))).toHaveCount(0);
      await expect(desk.panel(label).getByRole('textbox')).toHaveCount(0);
    }
    for (const path of ['/queue', '/exceptions', '/colleagues', '/claims/statistics', '/audit-log/check']) {
      expect((await auditor.call('GET', path)).status, path).toBe(200);
    }
    await desk.rail.getByRole('link', { name: 'Audit log' }).click();
    await desk.choose('Administrator', 'Demo Administrator');
    const line = desk.list('lines').getByRole('row', { name: `Claim approved ${claim.claim_number}` });
    await expect(line).toContainText('Demo Administrator');
    await line.click();
    await expect(desk.panel('Audit log line').getByRole('region', { name: 'Change' })).toContainText(
      'approved',
    );

    const refused = async (method: string, path: string, body?: unknown) =>
      expect(await auditor.call(method, path, body), path).toMatchObject({ status: 403, success: false });
    await refused('POST', `/messages/${thread.id}/reply`, { message: 'No.' });
    await refused('PATCH', `/messages/${thread.id}/status`, { status: 'closed' });
    await refused('POST', `/claims/${claim.id}/payout`, {});
    await refused('PATCH', `/users/${ada.account.address}/status`, { status: 'inactive' });
    await refused('POST', `/users/${ada.account.address}/reveal`, { reason: 'Only looking.' });
  });
});
