import { expect, type Page } from '@playwright/test';
import type { ClaimAnswer } from '../domain/claims/schema.ts';
import type { ThreadAnswer } from '../domain/messages/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, term } from './fixtures/client.ts';
import { asking, buy, type Insured, insured, visit } from './fixtures/customer.ts';
import { openDatabase } from './fixtures/database.ts';
import { lettersTo } from './fixtures/mail.ts';
import { API } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';
import { stepNow, totpCode } from './fixtures/totp.ts';
import { CustomerPanel, Desk, DeskLogin, SecondFactor, ThreadPanel } from './pages/desk-people.ts';
import { QuotePage } from './pages/site.ts';

const chain = connectChain();
const LOGIN = /\/admin\/admin-login$/;
const DASHBOARD = /\/admin\/admin-dashboard$/;
const REFUSAL = 'Your account is deactivated and cannot get a quote. Please contact support.';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'));
const unique = () => crypto.randomUUID().slice(0, 8);

/** A pending claim of 3,000 dollars on the policy. */
async function claimed({ client, policy }: Insured): Promise<ClaimAnswer> {
  const claim = await client.post<ClaimAnswer>('/claims/submit', {
    policy_id: policy.id,
    claim_amount: 3000,
    description: 'The gutter came down in the storm.',
    incident_date: new Date().toISOString().slice(0, 10),
  });
  expect(claim.status, claim.message).toBe(201);
  return claim.data;
}

/** A question about the policy, as the message screen sends it. */
async function asked({ client, policy }: Insured, subject: string): Promise<ThreadAnswer> {
  const message = 'Does my policy cover the storm of last night?';
  const thread = await client.post<ThreadAnswer>('/messages/create', {
    subject,
    message,
    policy_id: policy.id,
  });
  expect(thread.status, thread.message).toBe(201);
  return thread.data;
}

/** A policy that was paid after its account was deactivated, so that it waits for approval. */
async function waitingPolicy(admin: Admin): Promise<Insured> {
  const account = await newAccount(chain);
  const client = await new Client(account).signIn();
  const quote = (await client.quote(asking('home'))).data;
  const path = `/users/${account.address}/status`;
  expect((await admin.call('PATCH', path, { status: 'inactive' })).status).toBe(200);
  return { account, client, quote, policy: await buy(chain, client, quote) };
}

/** A payment whose quote our database no longer knows, as after it was restored from an old copy. */
async function unknownPayment(): Promise<void> {
  const account = await newAccount(chain);
  const client = await new Client(account).signIn();
  const quote = (await client.quote(asking('home'))).data;
  const database = openDatabase();
  try {
    database.prepare('DELETE FROM quotes WHERE id = ?').run(quote.quote_id);
  } finally {
    database.close();
  }
  await client.pay(chain, quote.payment);
}

test.describe('the sign-in of the desk', () => {
  test('the desk’s login shows the demo’s credentials, refuses empty fields and a wrong password, and signs in and out @desk-1 @desk-2 @desk-5 @desk-7', async ({
    page,
  }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const { demo } = (await (await fetch(`${API}/config`)).json()).data;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });

    await page.goto('/admin/login');
    await expect(page).toHaveURL(LOGIN);
    await expect(page).toHaveTitle('Admin login · Mooring');
    await expect(login.email).toHaveValue('admin@mooring.local');
    await expect(login.password).toHaveValue(demo.admin_password);
    await expect(login.password).toHaveAttribute('type', 'password');
    await expect(login.hint).toContainText('admin@mooring.local');
    await expect(login.hint).toContainText(demo.admin_password);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(login.password).toHaveAttribute('type', 'text');

    await login.signIn({ email: '', password: demo.admin_password });
    await expect(login.problem).toHaveText('Please fill in all fields');
    await login.signIn({ email: 'admin@mooring.local', password: '' });
    await expect(login.problem).toHaveText('Please fill in all fields');
    expect(sent).toEqual([]);

    await login.signIn({ email: 'admin@mooring.local', password: 'not the password' });
    await expect(login.problem).toHaveText('Login failed. Please check your credentials.');
    await expect(login.email).toHaveValue('admin@mooring.local');
    expect(await storedToken(page)).toBeNull();

    await login.signIn({ email: 'admin@mooring.local', password: demo.admin_password });
    await expect(page.getByText('Login successful!')).toBeVisible();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(desk.heading('Work queue')).toBeVisible();
    const token = await storedToken(page);
    const profile = () =>
      fetch(`${API}/admin/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
    expect((await profile()).status).toBe(200);

    await desk.logout.click();
    await expect(page).toHaveURL(LOGIN);
    await expect(login.heading).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await expect.poll(async () => (await profile()).status).toBe(401);
  });

  test('the desk’s login leads back to the page that asked for it, and an unknown page to the dashboard @desk-4', async ({
    page,
  }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const me = await (await Admin.signIn()).hire('support', 'Back Again');
    await page.goto('/admin/users?status=inactive');
    await expect(page).toHaveURL(LOGIN);
    await login.signIn(me);
    await expect(page).toHaveURL(/\/admin\/users\?status=inactive$/);
    await expect(desk.heading('Users')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Inactive' })).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(page).toHaveURL(/\/admin\/users\?status=inactive$/);
    await page.goto('/admin/no-such-page');
    await expect(page).toHaveURL(DASHBOARD);
    // Whoever is signed in has nothing to do at the login.
    await page.goto('/admin/admin-login');
    await expect(page).toHaveURL(DASHBOARD);
    // After a deliberate logout the next one starts afresh.
    await page.goto('/admin/settings');
    await desk.logout.click();
    await login.signIn(me);
    await expect(page).toHaveURL(DASHBOARD);
  });

  test('with a second factor the desk’s login asks for a code, refuses a wrong one, and takes a recovery code once @desk-1', async ({
    page,
  }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const factor = new SecondFactor(page);
    const me = await (await Admin.signIn()).hire('claims', 'Second Factor');
    const wrongCode = 'This code is not right, or it was used before. Please try the next one.';

    await page.goto('/admin/settings');
    await login.signIn(me);
    await factor.button('Turn on').click();
    await page.getByLabel('Your password', { exact: true }).fill(me.password);
    await factor.button('Continue').click();
    await expect(factor.qrCode).toBeVisible();
    await expect(factor.qrCode).toHaveAttribute('src', /^data:image\/png;base64,/);
    const secret = await factor.secret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const enrolled = stepNow();
    await factor.card.getByLabel('Code').fill(totpCode(secret, enrolled));
    await factor.button('Turn on').click();
    await expect(factor.recoveryCodes).toHaveCount(10);
    const recovery = (await factor.recoveryCodes.allInnerTexts())[0] ?? '';
    await factor.button('I have kept them').click();
    await expect(factor.card.getByText('On', { exact: true })).toBeVisible();
    await expect(factor.card).toContainText('10 recovery codes are left.');
    await desk.logout.click();

    await login.signIn(me);
    await expect(login.code).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    // The enrollment used its code up.
    await login.enterCode(totpCode(secret, enrolled));
    await expect(login.problem).toHaveText(wrongCode);
    await login.enterCode(totpCode(secret, Math.max(stepNow(), enrolled + 1)));
    await expect(page).toHaveURL(DASHBOARD);
    await desk.logout.click();

    await login.signIn(me);
    await login.enterCode(recovery);
    await expect(page).toHaveURL(DASHBOARD);
    await page.goto('/admin/settings');
    await expect(factor.card).toContainText('9 recovery codes are left.');
    await desk.logout.click();

    await login.signIn(me);
    await login.enterCode(recovery);
    await expect(login.problem).toHaveText(wrongCode);
    expect(await storedToken(page)).toBeNull();
  });

  test('an invited administrator chooses a password by the link and signs in', async ({ page }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const email = `${unique()}@mooring.example`;
    const password = `Long enough ${unique()}`;
    await (await Admin.signIn()).open(page, '/admin/settings');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Invite an administrator' });
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expect(form.getByText('Please choose a role.')).toBeVisible();
    await form.getByLabel('Name').fill('Ines Invited');
    await form.getByLabel('Email').fill(email);
    await desk.choose('Role', 'Support', form);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    const invited = page.getByRole('dialog', { name: 'Ines Invited is invited' });
    const shown = (await invited.getByText('#invitation=').innerText()).trim();
    expect(shown).toMatch(/^http.*\/admin\/admin-login#invitation=.{20,}$/);
    // The letter has a link of its own, since only hashes of both are stored.
    const letter = async () => (await lettersTo(email))[0]?.text.match(/http\S+#invitation=\S+/)?.[0] ?? '';
    await expect.poll(letter).toContain('/admin/admin-login#invitation=');
    const link = await letter();
    await page.keyboard.press('Escape');
    const entry = page
      .getByRole('list', { name: 'Administrators' })
      .getByRole('listitem')
      .filter({ hasText: email });
    await expect(entry.getByText('Invited', { exact: true })).toBeVisible();
    await desk.logout.click();
    await expect(login.heading).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Welcome to the desk' })).toBeVisible();
    // Whoever sees the address bar could choose the password.
    await expect(page).toHaveURL(LOGIN);
    await login.password.fill('too short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('A password has at least 12 characters.')).toBeVisible();
    await login.password.fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
    await expect(login.email).toHaveValue(email);
    await login.password.fill(password);
    await login.submit.click();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(desk.rail).toContainText('Ines Invited');
    await expect(desk.rail).toContainText('Support');
    await desk.logout.click();
    await expect(login.heading).toBeVisible();

    for (const used of [link, shown]) {
      await page.goto('about:blank');
      await page.goto(used);
      await login.password.fill(`Another one ${unique()}`);
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(login.problem).toHaveText(
        'This invitation has expired or was used. Please ask for a new one.',
      );
    }
  });
});

test('a revoked session leads from any screen of the desk to the login, which says so and leads back @desk-4', async ({
  page,
}) => {
  test.slow();
  const desk = new Desk(page);
  const login = new DeskLogin(page);
  const root = await Admin.signIn();
  const me = await root.hire('administrator', 'Rita Revoked');
  const screens = [
    ['Users', 'Users'],
    ['Policies', 'Policy Requests'],
    ['Claims', 'Claims'],
    ['Messages', 'Messages'],
    ['Exceptions', 'Payment exceptions'],
    ['Contract', 'Contract'],
    ['Audit log', 'Audit log'],
    ['Settings', 'Settings'],
    ['Dashboard', 'Work queue'],
  ] as const;
  await page.goto('/admin/settings');
  await login.signIn(me);
  await expect(desk.heading('Settings')).toBeVisible();
  for (const [link, heading] of screens) {
    // A fresh page has no message of the time before. Its own calls must not come after the revocation.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(desk.rail).toBeVisible();
    expect((await root.call('DELETE', `/admins/${me.id}/sessions`)).status).toBe(200);
    await desk.rail.getByRole('link', { name: link, exact: true }).click();
    // This screen reads the public chain by itself, and asks our server only who is there.
    if (link === 'Contract') await page.reload();
    await expect(page, link).toHaveURL(LOGIN);
    await expect(page.getByText('Authentication required', { exact: true })).toHaveCount(1);
    expect(await storedToken(page), link).toBeNull();
    await login.signIn(me);
    await expect(desk.heading(heading)).toBeVisible();
  }
});

test('a message is answered at the desk, and its customer sees the reply but not the note @desk-9 @desk-10 @cases-8', async ({
  page,
  context,
}) => {
  const subject = `Storm ${unique()}`;
  const title = `Covered ${unique()}`;
  const customer = await insured(chain);
  await asked(customer, subject);
  const admin = await Admin.signIn();
  const text = 'Dear {name}, {policy} covers storms.';
  expect((await admin.call('POST', '/answers', { title, text })).status).toBe(201);

  const desk = new Desk(page);
  await admin.open(page, '/admin/messages');
  await page.getByLabel('Search messages').fill(subject);
  const unread = desk.list('messages').getByRole('row', { name: `Unread: ${subject}` });
  const read = desk.list('messages').getByRole('row', { name: subject, exact: true });
  await expect(unread).toContainText('Does my policy cover the storm of last night?');
  await unread.click();
  const thread = new ThreadPanel(desk.panel('Message'));
  await expect(thread.conversation).toHaveText([/Does my policy cover the storm of last night\?/]);
  await expect(read).toBeVisible();
  await expect(unread).toBeHidden();

  const answer = `Dear Ada Lovelace, ${customer.policy.policy_number} covers storms.`;
  await expect(thread.send).toBeDisabled();
  await desk.choose('Saved answers', title, thread.panel);
  await expect(thread.reply).toHaveValue(answer);
  await thread.send.click();
  await expect(thread.conversation.nth(1)).toContainText(answer);
  await expect(thread.reply).toHaveValue('');
  await thread.addNote('Ask the assessor before the next one.');
  await expect(thread.conversation.nth(2)).toContainText('Internal note');
  await expect(thread.conversation.nth(2)).toContainText('Ask the assessor before the next one.');
  await desk.choose('Status', 'Resolved', thread.panel);
  await expect(thread.status).toHaveText('Resolved');
  await expect(read.getByText('Resolved', { exact: true })).toBeVisible();

  const other = await context.newPage();
  await visit(other, customer.account, chain, '/messages');
  await other.getByRole('list', { name: 'Messages' }).getByText(subject).click();
  await expect(other.getByRole('log')).toContainText(answer);
  await expect(other.getByText('Ask the assessor')).toHaveCount(0);
  await expect(other.getByText('This conversation is resolved. A reply opens it again.')).toBeVisible();
  await other.getByLabel('Your reply').fill('Thank you. And against hail?');
  await other.getByRole('button', { name: 'Send Reply' }).click();
  await expect(other.getByText('Reply sent successfully')).toBeVisible();

  await page.bringToFront();
  await page.getByRole('button', { name: 'Close (Esc)' }).click();
  await page.reload();
  await expect(unread.getByText('Open', { exact: true })).toBeVisible();
  await unread.click();
  await expect(thread.status).toHaveText('Open');
  await expect(thread.conversation.nth(3)).toContainText('Thank you. And against hail?');
});

test('a customer who is deactivated with a note at the desk gets no quote until they are activated again @desk-6', async ({
  page,
  context,
}) => {
  const { account, client } = await insured(chain, 'home', term(30));
  const admin = await Admin.signIn();
  const desk = new Desk(page);
  await admin.open(page, '/admin/users');
  await page.getByLabel('Search users').fill(account.address);
  const row = desk.list('users').getByRole('row', { name: 'Ada Lovelace' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name: 'Deactivate Ada Lovelace' }).click();
  const record = new CustomerPanel(desk.panel('Customer'));
  await record.reason.fill('Two cars with one plate.');
  await record.button('Deactivate').click();
  await expect(page.getByText('User status updated successfully')).toBeVisible();
  await expect(record.badge('Inactive')).toBeVisible();
  await expect(record.status).toContainText('Two cars with one plate.');
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible();
  expect(await client.quote()).toMatchObject({ status: 403, code: 'inactive_account', message: REFUSAL });

  const other = await context.newPage();
  await visit(other, account, chain, '/quote/home');
  const quote = new QuotePage(other);
  await quote.fillHome();
  await quote.proceed.click();
  await expect(other.getByText(REFUSAL)).toBeVisible();
  await expect(other).toHaveURL(/\/quote\/home$/);

  await page.bringToFront();
  await record.button('Activate').click();
  await record.reason.fill('One of them was sold.');
  await record.button('Activate').click();
  await expect(record.badge('Active')).toBeVisible();
  await expect(record.status).toContainText('One of them was sold.');
  await other.bringToFront();
  await quote.proceed.click();
  await expect(other).toHaveURL(/\/payment$/);

  interface Line {
    action: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }
  const subject = encodeURIComponent(`user:${account.address.toLowerCase()}`);
  const lines = await admin.call<{ entries: Line[] }>('GET', `/audit?subject=${subject}`);
  expect(lines.status).toBe(200);
  expect(lines.data.entries).toMatchObject([
    { before: { status: 'inactive' }, after: { status: 'active' } },
    { before: { status: 'active' }, after: { status: 'inactive' } },
  ]);
});

test.describe('the roles of the desk', () => {
  test('a support account sees no button that pays or approves, and is refused when it calls anyway', async ({
    page,
    context,
  }) => {
    const admin = await Admin.signIn();
    const ada = await insured(chain);
    const pending = await claimed(ada);
    const approved = await claimed(await insured(chain));
    expect((await admin.decide(approved.id, { status: 'approved' })).status).toBe(200);
    const { policy } = await waitingPolicy(admin);
    expect(policy.status).toBe('pending');
    const records = [
      [`/admin/claims?open=${pending.id}`, 'Claim', /^Approve Claim$/],
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
    await other.page.goto('/admin/audit');
    await expect(other.page.getByText('Your role does not read the audit log')).toBeVisible();

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
    await refused('GET', '/audit');
    await refused('GET', '/admins');
    const claim = await admin.call<{ status: string }>('GET', `/claims/${pending.id}`);
    expect(claim.data.status).toBe('pending');
    // Answering is what this role is for.
    const thread = await asked(ada, `Support ${unique()}`);
    expect((await support.reply(thread.id, 'Yes, it does.')).status).toBe(201);
  });

  test('an auditor reads every record and the audit log, and writes nothing', async ({ page }) => {
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
      await expect(desk.panel(label).getByRole('heading', { level: 2 })).toContainText(heading);
      await expect(desk.writes(desk.panel(label))).toHaveCount(0);
      await expect(desk.panel(label).getByRole('textbox')).toHaveCount(0);
    }
    for (const path of ['/queue', '/exceptions', '/colleagues', '/claims/statistics', '/audit/check']) {
      expect((await auditor.call('GET', path)).status, path).toBe(200);
    }
    await desk.rail.getByRole('link', { name: 'Audit log' }).click();
    await desk.choose('Administrator', 'Demo Administrator');
    const line = desk.list('lines').getByRole('row', { name: `Claim.approved claim:${claim.id}` });
    await expect(line).toContainText('Demo Administrator');
    await line.click();
    await expect(desk.panel('Audit line').getByRole('region', { name: 'Change' })).toContainText('approved');

    const refused = async (method: string, path: string, body?: unknown) =>
      expect(await auditor.call(method, path, body), path).toMatchObject({ status: 403, success: false });
    await refused('POST', `/messages/${thread.id}/reply`, { message: 'No.' });
    await refused('PATCH', `/messages/${thread.id}/status`, { status: 'closed' });
    await refused('POST', `/claims/${claim.id}/payout`, {});
    await refused('PATCH', `/users/${ada.account.address}/status`, { status: 'inactive' });
    await refused('POST', `/users/${ada.account.address}/reveal`, { reason: 'Only looking.' });
  });
});

test.describe('the desk and axe', () => {
  /** A customer with a claim and a message, whose names and texts fill the screens. */
  async function filled() {
    const customer = await insured(chain);
    const claim = await claimed(customer);
    const thread = await asked(
      customer,
      `A long subject about ${'the gutter, the roof and '.repeat(4)}${unique()}`,
    );
    return { customer, claim, thread };
  }

  test('every screen of the desk passes axe in light and dark mode', async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    const desk = new Desk(page);
    const login = new DeskLogin(page);
    await page.goto('/admin/admin-login');
    await expect(login.hint).toBeVisible();
    await clean(page, 'desk, login');

    const { customer, thread } = await filled();
    await unknownPayment();
    const admin = await Admin.signIn();
    await expect
      .poll(
        async () =>
          (await admin.call<{ exceptions: unknown[] }>('GET', '/exceptions')).data.exceptions.length,
      )
      .toBeGreaterThan(0);
    await admin.reply(thread.id, 'Yes, against storms.');
    await admin.open(page, '/admin');
    await expect(page.getByRole('list', { name: 'Waiting' })).toBeVisible();
    await clean(page, 'desk, queue');
    await page.goto(`/admin/users?open=${customer.account.address}`);
    await expect(desk.panel('Customer').getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await clean(page, 'desk, users with a customer');
    await page.goto(`/admin/messages?open=${thread.id}`);
    await expect(new ThreadPanel(desk.panel('Message')).conversation).toHaveCount(2);
    await clean(page, 'desk, messages with a thread');
    await page.goto('/admin/exceptions');
    await desk.list('exceptions').getByRole('row').nth(1).click();
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await clean(page, 'desk, exceptions');
    await page.goto('/admin/audit');
    await desk.list('lines').getByRole('row').nth(1).click();
    await expect(desk.panel('Audit line').getByRole('region', { name: 'Change' })).toBeVisible();
    await clean(page, 'desk, audit log with a line');
    await page.goto('/admin/settings');
    await expect(page.getByRole('list', { name: 'Administrators' }).getByRole('listitem')).not.toHaveCount(0);
    await clean(page, 'desk, settings');
  });

  test('users and messages of the desk pass axe and fit at 390 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const desk = new Desk(page);
    const { customer, thread } = await filled();
    const wider = () =>
      page
        .locator('html, main, [data-desk-list], main section')
        .evaluateAll((parts) =>
          parts
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((part) => part.outerHTML),
        );
    const fits = async (where: string) => expect(await wider(), where).toEqual([]);
    await (await Admin.signIn()).open(page, '/admin/users');
    await expect(desk.list('users').getByRole('row', { name: 'Ada Lovelace' }).first()).toBeVisible();
    await clean(page, 'desk at 390 pixels, users');
    await fits('users');
    await page.goto(`/admin/users?open=${customer.account.address}`);
    await expect(desk.panel('Customer').getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await clean(page, 'desk at 390 pixels, customer');
    await fits('customer');
    await page.goto('/admin/messages');
    await expect(desk.list('messages').getByRole('row', { name: thread.subject }).first()).toBeVisible();
    await clean(page, 'desk at 390 pixels, messages');
    await fits('messages');
    await page.goto(`/admin/messages?open=${thread.id}`);
    await expect(new ThreadPanel(desk.panel('Message')).conversation).toHaveCount(1);
    await clean(page, 'desk at 390 pixels, thread');
    await fits('thread');
  });
});
