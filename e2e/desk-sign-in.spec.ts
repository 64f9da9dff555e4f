// Signing in to the desk in a real browser, with its stored token and its second factor.
import { expect, type Page } from '@playwright/test';
import { Admin, SECOND } from './fixtures/admin.ts';
import { unique } from './fixtures/desk.ts';
import { lettersTo } from './fixtures/mail.ts';
import { API } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';
import { stepNow, totpCode } from './fixtures/totp.ts';
import { Desk, DeskLogin, SecondFactor } from './pages/desk-people.ts';

const LOGIN = /\/admin\/admin-login$/;
const DASHBOARD = /\/admin\/admin-dashboard$/;
/** Where whoever works on the queue begins. */
const QUEUE = /\/admin\/queue$/;
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'));

test.describe('the sign-in of the desk', () => {
  test('the desk’s login shows the demo’s credentials, refuses empty fields and a wrong password, and signs in and out @desk-1 @desk-2 @desk-5 @desk-7', {
    tag: '@full',
  }, async ({ page }) => {
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
    await expect(desk.heading('Dashboard')).toBeVisible();
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

  test('the desk’s login leads back to the page that asked for it, and an unknown page to the dashboard @desk-4', {
    tag: '@full',
  }, async ({ page }) => {
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
    await expect(page).toHaveURL(QUEUE);
    // After a deliberate logout the next one starts afresh.
    await page.goto('/admin/settings');
    await desk.logout.click();
    await login.signIn(me);
    await expect(page).toHaveURL(QUEUE);
  });

  test('with a second factor the desk’s login asks for a code, refuses a wrong one, and takes a recovery code once @desk-1', {
    tag: '@full',
  }, async ({ page }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const factor = new SecondFactor(page);
    const me = await (await Admin.signIn()).hire('support', 'Second Factor');
    const wrongCode = 'This code is incorrect or was already used. Please try the next one.';

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
    await factor.button('I have saved them').click();
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
    await expect(page).toHaveURL(QUEUE);
    await desk.logout.click();

    await login.signIn(me);
    await login.enterCode(recovery);
    await expect(page).toHaveURL(QUEUE);
    await page.goto('/admin/settings');
    await expect(factor.card).toContainText('9 recovery codes are left.');
    await desk.logout.click();

    await login.signIn(me);
    await login.enterCode(recovery);
    await expect(login.problem).toHaveText(wrongCode);
    expect(await storedToken(page)).toBeNull();
  });

  test('an invited administrator chooses a password by the link and signs in @people-5', {
    tag: '@full',
  }, async ({ page }) => {
    const login = new DeskLogin(page);
    const desk = new Desk(page);
    const email = `${unique()}@mooring.example`;
    const password = `Long enough ${unique()}`;
    await (await Admin.signIn()).open(page, '/admin/settings');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Invite an administrator' });
    await form.getByRole('button', { name: 'Propose invitation' }).click();
    await expect(form.getByText('Please choose a role.')).toBeVisible();
    await form.getByLabel('Name').fill('Ines Invited');
    await form.getByLabel('Email').fill(email);
    await desk.choose('Role', 'Support', form);
    await form.getByRole('button', { name: 'Propose invitation' }).click();
    const approval = page.getByRole('listitem', { name: 'Invitation of Ines Invited' });
    await expect(approval).toContainText(`Support, ${email}`);
    await expect(approval.getByRole('button', { name: /Confirm/ })).toHaveCount(0);
    await (await Admin.signIn(API, SECOND)).confirm('Invitation of Ines Invited');
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Ines Invited' }).click();
    await page.getByRole('menuitem', { name: 'New invitation link' }).click();
    const invited = page.getByRole('dialog', { name: 'Ines Invited is invited' });
    const shown = (await invited.getByText('#invitation=').innerText()).trim();
    expect(shown).toMatch(/^http.*\/admin\/admin-login#invitation=.{20,}$/);
    // The letter has a link of its own, since only hashes of both are stored.
    const letter = async () => {
      const [newest, ...before] = await lettersTo(email);
      return before.length === 0 ? '' : (newest?.text.match(/http\S+#invitation=\S+/)?.[0] ?? '');
    };
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
    await expect(page.getByText('A password needs at least 12 characters.')).toBeVisible();
    await login.password.fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
    await expect(login.email).toHaveValue(email);
    await login.password.fill(password);
    await login.submit.click();
    await expect(page).toHaveURL(QUEUE);
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
