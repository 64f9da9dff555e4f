// A relay whose worker is killed, and whose chain drops what was mined, while customers without coins buy.
import { expect } from '@playwright/test';
import { encodeFunctionData, type Hex, parseAbi, type TypedDataDefinition } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { seededRandom, sendAll, type Write } from './fixtures/campaign.ts';
import { account, type Chain, connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { deployment } from './fixtures/contract.ts';
import { openDatabase } from './fixtures/database.ts';
import { OwnStack } from './fixtures/own-stack.ts';
import { test } from './fixtures/test.ts';

/** Purchases and kills; `npm run test:full` makes 100 and 5. */
const LARGE = process.env.RELAY_KILLS === 'large';
const KILLS = LARGE ? 5 : 2;
const EACH = LARGE ? 20 : 3;
const LANES = 5;
const SEED = 20_261_126;
const PREMIUM = 1_200_000_000n;
const erc20 = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
]);

interface Purchase extends Write {
  quoteId: string;
}

/** A wallet with exactly one premium in USDC and no coins, and the signature that pays its quote. */
async function arrange(stack: OwnStack, chain: Chain, payer: number): Promise<Purchase> {
  const holder = privateKeyToAccount(generatePrivateKey());
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [holder.address, PREMIUM] });
  const hash = await chain.send(account(payer), { to: usdc(stack), data, value: 0n });
  await chain.public.waitForTransactionReceipt({ hash });
  const client = await new Client(holder, stack.api).signIn();
  const { quote_id, authorization } = (await client.quote({ payment_currency: 'USDC' })).data;
  const signature = await holder.signTypedData(authorization?.typed_data as unknown as TypedDataDefinition);
  return {
    client,
    quoteId: quote_id,
    path: `/insurance/quotes/${quote_id}/relay`,
    body: { signature },
    // The hash changes with a raised fee.
    name: () => quote_id,
    key: quote_id,
    sentAt: null,
    made: null,
  };
}

const usdc = ({ stateDir }: OwnStack) => deployment(stateDir).tokens.USDC?.address as Hex;

function states(stack: OwnStack): Record<string, number> {
  const database = openDatabase(stack.stateDir);
  try {
    const rows = database.prepare('SELECT state, count(*) AS n FROM relayed_purchases GROUP BY state').all();
    return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]));
  } finally {
    database.close();
  }
}

// No lower test kills the process that holds the relay's nonces.
test('every relayed purchase is bought exactly once, however often its worker is killed', {
  tag: '@full',
}, async () => {
  test.setTimeout(LARGE ? 1_800_000 : 600_000);
  const random = seededRandom(SEED);
  const stack = await OwnStack.create();
  try {
    expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    const chain = connectChain(stack.rpc);
    const all: Purchase[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const lot: Purchase[] = [];
      for (let index = 0; index < EACH; index += 1) lot.push(await arrange(stack, chain, 5 + (kill % 3)));
      all.push(...lot);
      const snapshot = await chain.test.snapshot();
      // Before anything is sent, in the middle, or after everything.
      let left = Math.floor(random() * (EACH + 1));
      let dead = false;
      let reach = () => {};
      const enough = new Promise<void>((resolve) => {
        reach = resolve;
      });
      if (left === 0) reach();
      const sending = sendAll(lot, LANES, {
        stopped: () => dead,
        returned: () => {
          left -= 1;
          if (left === 0) reach();
        },
      });
      await enough;
      // The chain loses the blocks that have the purchases, and continues without them.
      if (kill % 2 === 1) {
        await chain.test.revert({ id: snapshot });
        await chain.test.mine({ blocks: 2 });
      }
      await stack.stop('SIGKILL');
      dead = true;
      await sending;
      expect(await stack.start({}, '--empty'), stack.output).toBeNull();
      await expect(async () => {
        const open = lot.filter(({ made }) => made === null);
        await sendAll(open, LANES);
        expect(open.filter(({ made }) => made === null)).toEqual([]);
      }).toPass({ timeout: 120_000, intervals: [1_000] });
    }
    await expect
      .poll(() => states(stack), { timeout: 300_000, intervals: [2_000] })
      .toEqual({ bought: all.length });
    const { contract } = deployment(stack.stateDir);
    const logs = await chain.public.getContractEvents({
      abi: insurancePaymentAbi,
      address: contract,
      eventName: 'PolicyPurchased',
      fromBlock: 0n,
    });
    expect(logs.map(({ args }) => args.quoteId).sort()).toEqual(all.map(({ quoteId }) => quoteId).sort());
    for (const { client } of all) {
      const args = [client.account.address] as const;
      const at = { abi: erc20, address: usdc(stack), functionName: 'balanceOf', args } as const;
      expect(await chain.public.readContract(at)).toBe(0n);
      await expect
        .poll(async () => (await client.policies()).data.map(({ status }) => status), { timeout: 120_000 })
        .toEqual(['active']);
    }
  } finally {
    await stack.dispose();
  }
});
