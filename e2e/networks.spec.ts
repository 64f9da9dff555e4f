// Networks beside the local one, each with a node of its own.
import { expect, type Page } from '@playwright/test';
import { erc20Abi, parseEther, parseUnits } from 'viem';
import { Admin } from './fixtures/admin.ts';
import { type Chain, newAccount } from './fixtures/chain.ts';
import { type Insured, visitPayment } from './fixtures/customer.ts';
import { claimed } from './fixtures/desk.ts';
import { type Networks, type OtherNetwork, startNetworks } from './fixtures/networks.ts';
import { test } from './fixtures/test.ts';
import { COINBASE, METAMASK } from './fixtures/wallet.ts';
import { Site } from './pages/site.ts';

test.describe.configure({ mode: 'serial' });
test.use({ freshContext: true });

let networks: Networks;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  networks = await startNetworks();
});
test.afterAll(() => networks?.stop());

/** Opens the payment screen with a wallet on the local chain, and with `coins` on a network that has to be added. */
async function toPay(page: Page, { chain }: OtherNetwork, coins: bigint, kind = METAMASK) {
  const account = await newAccount(networks.local);
  await chain.test.setBalance({ address: account.address, value: coins });
  const { api } = networks;
  return visitPayment(page, account, networks.local, (wallet) => wallet.reach(chain), { api, kind });
}

/** Waits for the balance, the price and the network fee. */
async function expectPrice(page: Page): Promise<void> {
  await expect(page.getByText(/^Your wallet has \d/)).toBeVisible();
  // Folded, and open if it was looked at before.
  const fold = page.locator('details', { hasText: 'Rate, fee and what to compare' });
  await fold.evaluate((details) => details.setAttribute('open', ''));
  await expect(page.getByText(/^for \d+:\d\d, then it renews$/)).toBeVisible();
  await expect(page.getByText(/^(below|about) [\d.]+ [A-Z]+$/)).toBeVisible();
}

/** Waits for the policy, which takes a second confirmation on a network with real money. */
async function expectPolicy(page: Page, { chain }: OtherNetwork): Promise<void> {
  await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  await chain.test.mine({ blocks: 1 });
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
}

/** Direct access to a network where each transaction gets its second confirmation at once. */
const confirming = ({ chain }: OtherNetwork): Chain => ({
  ...chain,
  send: async (from, request) => {
    const hash = await chain.send(from, request);
    await chain.public.waitForTransactionReceipt({ hash });
    await chain.test.mine({ blocks: 1 });
    return hash;
  },
});

test('a policy is bought in BNB on its network, which the wallet is asked to add, and its price goes back there @networks-1 @wallet-19', {
  tag: '@full',
}, async ({ page }) => {
  const { wallet, payment, client } = await toPay(page, networks.bsc, parseEther('10'));
  await payment.network.click();
  const closed = page.getByRole('option', { name: 'Goerli Testnet' });
  await expect(closed).toContainText('Closed down');
  await expect(closed).toBeDisabled();
  await expect(page.getByRole('option', { name: 'Ethereum Mainnet' })).toContainText('Not available here');
  await page.getByRole('option', { name: 'BNB Smart Chain' }).click();
  const change = payment.button('Switch to BNB Smart Chain to Continue');
  // What is loaded until then moves the button.
  await expectPrice(page);

  wallet.rejectNext('wallet_switchEthereumChain');
  await change.click();
  await expect(page.getByText('User rejected the request')).toBeVisible();
  wallet.rejectNext('wallet_addEthereumChain');
  await change.click();
  await expect
    .poll(() => wallet.requests.filter((method) => method === 'wallet_addEthereumChain').length)
    .toBe(1);
  await expect(change).toBeEnabled();
  expect(wallet.chainId).toBe(1337);
  await change.click();
  await expect(page.getByText('Switched to BNB Smart Chain')).toBeVisible();
  expect(wallet.added).toEqual([
    {
      chainId: '0x38',
      chainName: 'BNB Smart Chain',
      rpcUrls: [networks.bsc.chain.rpcUrl],
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      blockExplorerUrls: ['https://bscscan.com'],
    },
  ]);

  // 1,200 dollars at 340 each, rounded up to the last base unit.
  await expect(payment.pay).toHaveText('Pay $1,200 (3.53 BNB)');
  await expect(page.getByText('3.529411764705882353 BNB', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^(below 0\.0001|about 0\.000\d) BNB$/)).toBeVisible();
  await payment.pay.click();
  await expectPolicy(page, networks.bsc);
  await expect(
    page.getByRole('link', { name: 'Open the transaction in the block explorer' }),
  ).toHaveAttribute('href', `https://bscscan.com/tx/${wallet.sent[0]}`);
  expect(wallet.asked.map(({ gas, value }) => [gas, value && BigInt(value)])).toEqual([
    [undefined, 3_529_411_764_705_882_353n],
  ]);
  const [policy] = (await client.policies()).data;
  expect(policy).toMatchObject({ chain_id: 56, payment_currency: 'BNB', tx_hash: wallet.sent[0] });

  const id = policy?.id ?? 0;
  const { address } = wallet.account;
  const before = await networks.bsc.chain.public.getBalance({ address });
  const asked = await client.post(`/insurance/policy/${id}/cancel`, await client.consent(id));
  expect(asked.status, asked.message).toBe(200);
  await (await Admin.signIn(networks.api)).refund(confirming(networks.bsc), id);
  // The day that has begun is used.
  const unused = (3_529_411_764_705_882_353n * 364n) / 365n;
  expect((await networks.bsc.chain.public.getBalance({ address })) - before).toBe(unused);
});

test('a wallet with too little BNB pays in USDT, which has 18 decimals there, and is paid a claim in it @networks-1 @payment-15', {
  tag: '@full',
}, async ({ page }) => {
  const { bsc } = networks;
  const { wallet, payment, client } = await toPay(page, bsc, parseEther('0.1'));
  await bsc.give(wallet.account.address, parseUnits('1500', 18));
  await payment.payOn('BNB Smart Chain');
  await expect(
    page.getByText('Your wallet has 1,500 USDT. Chosen because it has too little BNB for this premium.'),
  ).toBeVisible();
  await expectPrice(page);
  await payment.button('Switch to BNB Smart Chain to Continue').click();
  await expect(payment.pay).toHaveText('Pay $1,200 (1,200 USDT)');
  await payment.pay.click();
  await expectPolicy(page, bsc);
  expect(wallet.sent).toHaveLength(2);
  expect(wallet.asked.every(({ gas }) => gas === undefined)).toBe(true);
  const of = { address: bsc.usdt, abi: erc20Abi } as const;
  const { address } = wallet.account;
  const balance = () => bsc.chain.public.readContract({ ...of, functionName: 'balanceOf', args: [address] });
  const args = [address, bsc.contract] as const;
  expect(await bsc.chain.public.readContract({ ...of, functionName: 'allowance', args })).toBe(0n);
  expect(await balance()).toBe(parseUnits('300', 18));

  const [policy] = (await client.policies()).data;
  // 4,200 dollars less the deductible of 2,500.
  const claim = await claimed({ client, policy } as Insured);
  const admin = await Admin.signIn(networks.api);
  expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
  const { payout } = await admin.pay(confirming(bsc), claim.id);
  expect(payout).toMatchObject({ usd: 1700, currency: 'USDT', amount: String(parseUnits('1700', 18)) });
  expect(await balance()).toBe(parseUnits('2000', 18));
});

test('Coinbase Wallet buys in POL on Polygon, and the browser may reach the nodes of these networks only @networks-1', {
  tag: '@full',
}, async ({ page }) => {
  const { polygon, nodes } = networks;
  const { wallet, payment, client } = await toPay(page, polygon, parseEther('1000'), COINBASE);
  await payment.payOn('Polygon Mainnet');
  await expectPrice(page);
  await payment.button('Switch to Polygon Mainnet to Continue').click();
  await expect(page.getByText('Switched to Polygon Mainnet')).toBeVisible();
  await expect(payment.pay).toHaveText('Pay $1,200 (750 POL)');
  await payment.pay.click();
  await expectPolicy(page, polygon);
  const [policy] = (await client.policies()).data;
  expect(policy).toMatchObject({ chain_id: 137, payment_currency: 'POL', tx_hash: wallet.sent[0] });
  await page.goto(new URL(`/policy/${policy?.id}?type=home`, networks.api).href);
  await new Site(page).unfold('Payment');
  await expect(page.getByText('Polygon Mainnet')).toBeVisible();

  const answer = await page.goto(new URL('/', networks.api).href);
  const rules = (answer?.headers()['content-security-policy'] ?? '').split('; ');
  expect(rules.filter((rule) => rule.startsWith('connect-src'))).toEqual([
    `connect-src 'self' ${nodes.join(' ')}`,
  ]);
});
