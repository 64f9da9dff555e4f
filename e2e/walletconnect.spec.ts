// WalletConnect’s real SDK on both sides of a relay on this machine.
import { expect, type Page } from '@playwright/test';
import jsqr from 'jsqr';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { cancelAndClaim, insuredTwice } from './fixtures/after-purchase.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain, account as demoCustomer, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { deployment } from './fixtures/contract.ts';
import { proceedToPayment } from './fixtures/customer.ts';
import { test } from './fixtures/local-only.ts';
import { PhoneWallet } from './fixtures/phone.ts';
import { Relay } from './fixtures/relay.ts';
import { kindsAfter } from './fixtures/wallet-code.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
let relay: Relay;
let phone: PhoneWallet;

test.beforeAll(async () => {
  relay = await Relay.open();
});
test.afterAll(() => relay.close());

test.beforeEach(async () => {
  phone = await PhoneWallet.open(await newAccount(chain), chain);
});
test.afterEach(() => phone.close());

class PairingSite extends Site {
  /** Opens the code of a new pairing and returns its link. */
  async link(): Promise<string> {
    await this.connect('WalletConnect');
    return this.shownLink();
  }

  async shownLink(): Promise<string> {
    const link = this.dialog.locator('a[href^="wc:"]');
    await expect(link).toBeAttached();
    return (await link.getAttribute('href')) ?? '';
  }
}

/** Another phone in place of the first. */
async function replace(first: PhoneWallet, other: PhoneWallet): Promise<PhoneWallet> {
  await first.close();
  return other;
}

async function connected(page: Page): Promise<PairingSite> {
  const site = new PairingSite(page);
  await page.goto('/');
  await phone.scan(await site.link());
  await expect(page).toHaveURL(/\/dashboard$/);
  return site;
}

/** What the code in the dialog says, as a phone's camera reads it. */
async function scanned(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: 'QR code for your wallet app' });
  const url = `data:image/png;base64,${(await code.screenshot()).toString('base64')}`;
  const { data, width, height } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { data: [...pixels.data], width: image.width, height: image.height };
  }, url);
  return jsqr(Uint8ClampedArray.from(data), width, height)?.data;
}

test('a phone that scans the code connects, signs in, survives a reload, buys a policy after rejecting the payment once, and is told of a disconnection @walletconnect-1', {
  tag: '@full',
}, async ({ page }) => {
  const site = new PairingSite(page);
  await page.goto('/');
  const link = await site.link();
  expect(link).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  const code = await scanned(page);
  expect(code).toBe(link);
  await phone.scan(code ?? '');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('WalletConnect connected successfully!')).toBeVisible();
  expect(phone.site?.name).toBe('Mooring');
  await site.signIn();
  await page.reload();
  await expect(page.getByText('No Active Policies')).toBeVisible();
  expect(phone.connected).toBe(true);
  // The cookie policy names this one and nothing else of WalletConnect.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect((await databases()).toSorted()).toEqual(['WALLET_CONNECT_V2_INDEXED_DB', 'kept']);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^wc@/i.test(key)))).toEqual([]);

  const payment = await proceedToPayment(page, await new Client(phone.account).signIn());
  await expect(payment.pay).toHaveText('Pay $1,200 (0.6 ETH)');
  phone.rejectNext('eth_sendTransaction');
  await payment.pay.click();
  await expect(page.getByText('Payment cancelled by user')).toBeVisible();
  await expect(payment.pay).toBeEnabled();
  expect(phone.sent).toEqual([]);

  await payment.pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  await expect(site.heading('Payment Successful!')).toBeVisible();
  expect(phone.sent).toHaveLength(1);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Disconnect/ })
    .click();
  await expect(page.getByText('Wallet disconnected')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => phone.connected).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('walletSession'))).toBeNull();
});

for (const [way, token, methods] of [
  ['one signature, without coins', 'USDC', ['eth_signTypedData_v4']],
  ['one batch, on a phone that supports batches', 'USDT', ['wallet_sendCalls']],
] as const) {
  test(`a phone pays in ${token} by ${way}`, { tag: '@full' }, async ({ page }) => {
    const account = await newAccount(chain);
    const { tokens, contract } = deployment();
    const address = tokens[token]?.address as Hex;
    const args = [account.address, 2_000_000_000n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    await chain.send(demoCustomer(9), { to: address, data, value: 0n });
    phone = await replace(phone, await PhoneWallet.open(account, chain));
    if (token === 'USDT') await phone.learnBatches();
    else await chain.test.setBalance({ address: account.address, value: 0n });
    const site = await connected(page);
    await site.signIn();
    await new QuotePage(page).insureHome();
    const payment = new PaymentPage(page);
    await payment.payIn(token);
    await expect(payment.pay).toHaveText(`Pay $1,200 (1,200 ${token})`);
    phone.requests.length = 0;
    await payment.pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    const reading = ['wallet_getCapabilities', 'wallet_getCallsStatus'];
    expect(phone.requests.filter((method) => !reading.includes(method))).toEqual(methods);
    expect(phone.sent).toHaveLength(token === 'USDT' ? 1 : 0);
    const read = { address, abi: erc20Abi } as const;
    const left = chain.public.readContract({ ...read, functionName: 'balanceOf', args: [account.address] });
    expect(await left).toBe(800_000_000n);
    const allowed = [account.address, contract] as const;
    const allowance = chain.public.readContract({ ...read, functionName: 'allowance', args: allowed });
    expect(await allowance).toBe(0n);
  });
}

test('a phone signs a cancellation, and its refund and the payout of a claim reach the phone’s account', {
  tag: '@full',
}, async ({ page }) => {
  const holder = await insuredTwice(chain);
  phone = await replace(phone, await PhoneWallet.open(holder.account, chain));
  const site = await connected(page);
  await site.signIn();
  await cancelAndClaim(page, chain, holder, phone);
});

test('a connection that breaks while the phone is asked is resumed', { tag: '@full' }, async ({ page }) => {
  const site = new PairingSite(page);
  await page.goto('/');
  const link = await site.link();
  await relay.hangUp();
  await phone.scan(link);
  await expect(page).toHaveURL(/\/dashboard$/);

  const answer = phone.holdNext('personal_sign');
  await site.signInButton.click();
  await expect.poll(() => phone.requests).toContain('personal_sign');
  await relay.hangUp();
  answer();
  await expect(page.getByText('No Active Policies')).toBeVisible();
});

test('a phone that ends the connection ends the session here, and the page says so', {
  tag: '@full',
}, async ({ page }) => {
  await connected(page);
  await phone.disconnect();
  await expect(page.getByText('Wallet disconnected')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(new Site(page).connectButton).toBeVisible();
});

test('a phone that ended the connection while the page was closed is no longer connected', {
  tag: '@full',
}, async ({ page }) => {
  await connected(page);
  await page.goto('about:blank');
  await phone.disconnect();
  await page.goto('/my-policies');
  await expect(new Site(page).connectButton).toBeVisible();
});

test('another account on the phone ends the session, and another network is named', { tag: '@full' }, async ({
  page,
}) => {
  phone.chains = [1337, 1];
  const site = await connected(page);
  await site.signIn();
  const other = await newAccount(chain);
  await phone.switchAccount(other);
  await expect(page.getByText(/^Your wallet changed to 0x/)).toBeVisible();
  await expect(site.signInButton).toBeVisible();
  await site.signIn();

  await phone.switchChain(1);
  await page.getByRole('button', { name: /^Switch to Ganache Local/ }).click();
  await expect(page.getByText('Switched to Ganache Local')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No Active Policies')).toBeVisible();
});

test('a phone that does not know our network can sign in, and is told that it cannot switch', {
  tag: '@full',
}, async ({ page }) => {
  phone.chains = [1];
  const site = await connected(page);
  await site.signIn();
  await expect(page.getByText('No Active Policies')).toBeVisible();
  await page.getByRole('button', { name: /^Switch to Ganache Local/ }).click();
  await expect(page.getByText('Failed to switch to Ganache Local').first()).toBeVisible();
  await expect(page.getByText('No Active Policies')).toBeVisible();
});

test('two tabs share a connection by WalletConnect and end together', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const site = await connected(page);
  await site.signIn();
  const tab = await context.newPage();
  await tab.goto('/dashboard');
  await expect(tab.getByText('No Active Policies')).toBeVisible();
  await tab
    .getByRole('banner')
    .getByRole('button', { name: /^Disconnect/ })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(site.connectButton).toBeVisible();
  await expect.poll(() => phone.connected).toBe(false);
});

test.describe('a connection by WalletConnect that fails', () => {
  test('can be rejected on the phone, canceled here, and tried again @walletconnect-2', {
    tag: '@full',
  }, async ({ page }) => {
    const site = new PairingSite(page);
    await page.goto('/');
    const first = await site.link();
    await site.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(site.dialog.getByRole('alert')).toContainText('Connection cancelled by user');

    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    const second = await site.shownLink();
    expect(second).not.toBe(first);
    phone.rejectNext('connect');
    await phone.scan(second);
    await expect(site.dialog.getByRole('alert')).toContainText('User rejected the request');

    phone.chains = [];
    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    await phone.scan(await site.shownLink());
    await expect(site.dialog.getByRole('alert')).toContainText('No accounts connected via WalletConnect');

    phone.chains = [1337];
    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    await phone.scan(await site.shownLink());
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('a code that nobody scanned expires after five minutes, and a relay that does not answer is named @walletconnect-2', {
    tag: '@full',
  }, async ({ page }) => {
    const site = new PairingSite(page);
    await page.clock.install();
    await page.goto('/');
    await site.link();
    await page.clock.fastForward('05:05');
    await expect(site.dialog.getByRole('alert')).toContainText(
      'WalletConnect connection failed: the code has expired.',
    );

    await relay.close();
    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(site.dialog.getByText('Asking WalletConnect for a code.')).toBeVisible();
    await page.clock.fastForward('00:21');
    await expect(site.dialog.getByRole('alert')).toContainText(
      'WalletConnect connection failed: its relay does not answer.',
    );
    relay = await Relay.open();
    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    await phone.scan(await site.shownLink());
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('closing the dialog withdraws its code', { tag: '@full' }, async ({ page }) => {
    const site = new PairingSite(page);
    await page.goto('/');
    const link = await site.link();
    await page.keyboard.press('Escape');
    await expect(site.dialog).toBeHidden();
    await expect(site.connectButton).toBeFocused();
    await phone.scan(link).catch(() => undefined);
    await expect.poll(() => phone.site?.name).toBe('Mooring');
    // The phone agrees to a code that leads nowhere. The next code does.
    expect(await page.evaluate(() => localStorage.getItem('walletSession'))).toBeNull();
    await expect(site.connectButton).toBeVisible();
    await phone.scan(await site.link());
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('the code can be copied and canceled by keyboard, passes axe, and is a link on a phone', {
  tag: '@full',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const site = new PairingSite(page);
  await page.goto('/');
  const link = await site.link();
  await clean(page, 'the code of a pairing');
  const open = site.dialog.getByRole('link', { name: 'Open in your wallet app' });
  await expect(open).toBeHidden();
  const copy = site.dialog.getByRole('button', { name: 'Copy link' });
  await copy.press('Enter');
  await expect(site.dialog.getByRole('button', { name: 'Copied' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(open).toBeVisible();
  await expect(open).toHaveAttribute('href', link);
  await expect(open).toBeInViewport({ ratio: 1 });
  await clean(page, 'the code of a pairing on a phone');
  await site.dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(site.dialog.getByRole('alert')).toContainText('Connection cancelled by user');
});

test.describe('wallet code', () => {
  test.use({ freshContext: true });

  test('a visitor loads none before Connect, and a stored session loads only its own kind', {
    tag: '@full',
  }, async ({ page, context }) => {
    expect(await kindsAfter(page, () => page.goto('/'))).toEqual([]);
    expect(await kindsAfter(page, () => connected(page))).toEqual(['evm', 'walletconnect']);
    const kindsInNewPage = async () => {
      const next = await context.newPage();
      const kinds = await kindsAfter(next, async () => {
        await next.goto('/dashboard');
        await expect(new Site(next).heading(/Sign in to see/)).toBeVisible();
      });
      await next.close();
      return kinds;
    };
    expect(await kindsInNewPage()).toEqual(['evm', 'walletconnect']);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('walletSession') ?? '{}');
      localStorage.setItem(
        'walletSession',
        JSON.stringify({ ...session, type: 'metamask', name: 'MetaMask' }),
      );
    });
    expect(await kindsInNewPage()).toEqual(['evm']);
  });
});
