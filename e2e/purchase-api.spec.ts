import { expect, test } from '@playwright/test';
import { encodeDeployData, type Hex } from 'viem';
import type { EvmPayment } from '../domain/quote/schema.ts';
import { account, connectChain, newAccount } from './fixtures/chain.ts';
import { Client, HOME, term } from './fixtures/client.ts';

const chain = connectChain();
const customer = async () => new Client(await newAccount(chain)).signIn();
/** 201, or 200 if the scheduled run recorded the payment before its report. */
const RECORDED = [201, 200];

test.describe('a purchase through the API alone', () => {
  test('makes one policy, however often its transaction is reported @api-4', async () => {
    const ada = await customer();
    const quote = await ada.quote();
    expect(quote.status).toBe(200);
    expect(quote.data).toMatchObject({ premium_usd: 1200, coverage_usd: 500_000, currency: 'ETH' });
    expect(quote.data.amount).toBe('600000000000000000');

    const receipt = await ada.pay(chain, quote.data.payment);
    expect(receipt.status).toBe('success');
    const first = await ada.report(receipt.transactionHash);
    expect(RECORDED).toContain(first.status);
    expect(first.data).toMatchObject({ quote_id: quote.data.quote_id, status: 'active' });
    expect(first.data.policy_number).toBe(`POL-${String(first.data.id).padStart(3, '0')}`);

    const again = await ada.report(receipt.transactionHash, { quote_id: quote.data.quote_id });
    expect(again.status).toBe(200);
    expect(again.data.id).toBe(first.data.id);
    expect((await ada.policies()).data.map(({ id }) => id)).toEqual([first.data.id]);
  });

  test('makes one policy when ten reports arrive at once', async () => {
    const ada = await customer();
    const quote = await ada.quote();
    const { transactionHash } = await ada.pay(chain, quote.data.payment);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.report(transactionHash)));
    expect(answers.every(({ status }) => RECORDED.includes(status))).toBe(true);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await ada.policies()).data).toHaveLength(1);
  });

  test('records the stored quote, whatever the report says', async () => {
    const ada = await customer();
    const quote = await ada.quote();
    const { transactionHash } = await ada.pay(chain, quote.data.payment);
    const lie = { coverage_amount: 9_000_000, total_premium: 1, house_type: 'castle', year_built: 1200 };
    const recorded = await ada.report(transactionHash, lie);
    expect(RECORDED).toContain(recorded.status);
    const detail = await ada.get<{ amount: number; premium: number; details: Record<string, unknown> }>(
      `/insurance/policy/${recorded.data.id}?policy_type=home&wallet_address=${ada.account.address}`,
    );
    expect(detail.data).toMatchObject({ amount: 500_000, premium: 1200 });
    expect(detail.data.details).toMatchObject(HOME);
  });

  test('is recorded even if nobody reports the transaction', async () => {
    const ada = await customer();
    const quote = await ada.quote();
    await ada.pay(chain, quote.data.payment);
    await expect
      .poll(async () => (await ada.policies()).data.map(({ status }) => status))
      .toEqual(['active']);
  });
});

test.describe('the contract refuses', () => {
  test('a payment one base unit short or over', async () => {
    const ada = await customer();
    const { payment, amount } = (await ada.quote()).data;
    for (const value of [BigInt(amount) - 1n, BigInt(amount) + 1n]) {
      await expect(ada.pay(chain, payment, value)).rejects.toThrow(/revert/i);
    }
    expect((await ada.policies()).data).toEqual([]);
  });

  test('a quote that has already been bought', async () => {
    const ada = await customer();
    const { payment } = (await ada.quote()).data;
    await ada.pay(chain, payment);
    await expect(ada.pay(chain, payment)).rejects.toThrow(/revert/i);
  });

  test('a quote that has expired', async () => {
    const ada = await customer();
    const quote = (await ada.quote()).data;
    const { to, data, value } = quote.payment as EvmPayment;
    const after = BigInt(Date.parse(quote.valid_until) / 1000 + 1);
    const attempt = (time: bigint) =>
      chain.public.call({
        account: ada.account.address,
        to: to as Hex,
        data: data as Hex,
        value: BigInt(value),
        blockOverrides: { time },
      });
    await expect(attempt(after)).rejects.toThrow(/revert/i);
    await expect(attempt(after - 60n)).resolves.toBeDefined();
  });

  test('a quote made for somebody else', async () => {
    const ada = await customer();
    const eve = await customer();
    const { payment } = (await ada.quote()).data;
    await expect(eve.pay(chain, payment)).rejects.toThrow(/revert/i);
  });
});

test.describe('the worker refuses', () => {
  test("somebody else's transaction, before and after its buyer has reported it", async () => {
    const ada = await customer();
    const eve = await customer();
    const quote = await ada.quote();
    const { transactionHash } = await ada.pay(chain, quote.data.payment);
    expect([409, 422]).toContain((await eve.report(transactionHash)).status);
    expect(RECORDED).toContain((await ada.report(transactionHash)).status);
    expect([409, 422]).toContain((await eve.report(transactionHash)).status);
    expect((await eve.policies()).data).toEqual([]);
  });

  test('a reverted transaction', async () => {
    const ada = await customer();
    const { payment } = (await ada.quote()).data;
    const { to, data } = payment as EvmPayment;
    const hash = await chain.send(ada.account, {
      to: to as Hex,
      data: data as Hex,
      value: 1n,
      gas: 300_000n,
    });
    expect((await chain.public.waitForTransactionReceipt({ hash })).status).toBe('reverted');
    expect((await ada.report(hash)).status).toBe(422);
    expect((await ada.policies()).data).toEqual([]);
  });

  test('another contract that emits the very same event', async () => {
    const ada = await customer();
    const quote = (await ada.quote()).data;
    const real = await ada.pay(chain, quote.payment);
    const [log] = real.logs;
    if (!log) throw new Error('The purchase emitted nothing');
    // Init code that emits a log with the real one's topics and data from the address being created.
    const words = [...log.topics].reverse().map((topic) => `7f${topic.slice(2)}`);
    const size = (log.data.length - 2) / 2;
    const stores = Array.from({ length: size / 32 }, (_, index) => {
      const word = log.data.slice(2 + index * 64, 66 + index * 64);
      return `7f${word}61${(index * 32).toString(16).padStart(4, '0')}52`;
    });
    const emit = `61${size.toString(16).padStart(4, '0')}6000a${log.topics.length}`;
    const bytecode = `0x${stores.join('')}${words.join('')}${emit}00` as Hex;

    const eve = await customer();
    const hash = await chain.send(eve.account, { data: encodeDeployData({ abi: [], bytecode }), value: 0n });
    const fake = await chain.public.waitForTransactionReceipt({ hash });
    expect(fake.logs[0]?.topics).toEqual(log.topics);
    expect(fake.logs[0]?.data).toBe(log.data);
    expect((await eve.report(hash)).status).toBe(422);
    expect((await eve.policies()).data).toEqual([]);
  });

  test('no one for a hash that does not exist yet, which is pending', async () => {
    const ada = await customer();
    const eve = await customer();
    const unknown = `0x${'5e'.repeat(32)}`;
    expect((await eve.report(unknown)).status).toBe(202);
    expect((await ada.report(unknown)).status).toBe(202);
    expect((await ada.policies()).data).toEqual([]);
  });
});

test.describe('a stranger', () => {
  test('gets 401 without a token, and 404 for what belongs to others', async () => {
    const ada = await customer();
    const eve = await customer();
    const quote = await ada.quote();
    const { transactionHash } = await ada.pay(chain, quote.data.payment);
    const { id } = (await ada.report(transactionHash)).data;
    const path = `/insurance/policy/${id}?policy_type=home&wallet_address=${ada.account.address}`;
    expect((await new Client(ada.account).get(path)).status).toBe(401);
    expect((await eve.get(path)).status).toBe(404);
    expect(
      (await eve.get(`/insurance/policy/${id}?policy_type=home&wallet_address=${eve.account.address}`))
        .status,
    ).toBe(404);
    expect((await eve.get(`/insurance/active-policies/${ada.account.address}`)).status).toBe(404);
    expect((await ada.get(path)).status).toBe(200);
    expect((await ada.get(path.replace('policy_type=home', 'policy_type=car'))).status).toBe(404);
  });

  test('is not the wallet itself with its address in lowercase, which sees its own policies', async () => {
    const ada = await customer();
    const lower = ada.account.address.toLowerCase();
    expect((await ada.get(`/insurance/active-policies/${lower}`)).status).toBe(200);
  });
});

test.describe('the API', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['a start before yesterday', term(365, -2)],
    [
      'reversed dates',
      { policy_start_date: term(365).policy_end_date, policy_end_date: term().policy_start_date },
    ],
    ['a term that is too short', term(29)],
    ['a chain that is not on offer', { chain_id: 5 }],
    ['a currency that is not on offer', { payment_currency: 'DOGE' }],
    ['an unknown field', { premium_usd: 1 }],
    ['a broken email address', { email: 'ada' }],
    ['a house from the future', { details: { ...HOME, year_built: 2999 } }],
    ['a missing detail', { details: { ...HOME, house_address: '' } }],
  ];
  for (const [name, changes] of cases) {
    test(`refuses ${name} with 422 and a reason @quote-10`, async () => {
      const ada = new Client(account(5));
      await ada.signIn();
      const answer = await ada.quote(changes);
      expect(answer.status).toBe(422);
      expect(answer.message).toMatch(/^[A-Z][a-z]+ .+/);
    });
  }

  test("refuses another person's wallet in a quote", async () => {
    const ada = await customer();
    expect((await ada.quote({ wallet_address: account(6).address })).status).toBe(404);
  });

  test('answers malformed JSON with 400, another content type with 415 and an unknown path with 404, each with a request id', async () => {
    const ada = await customer();
    const send = (path: string, body: string, type: string) =>
      fetch(`${ada.api}${path}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${ada.token}` },
        body,
      });
    const answers = [
      await send('/insurance/quotes', '{"insurance_type":', 'application/json'),
      await send('/insurance/quotes', 'a=b', 'text/plain'),
      await send('/nowhere', '{}', 'application/json'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 404]);
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        success: false,
        request_id: expect.stringMatching(/.{8,}/),
      });
    }
  });
});

test('the published API document describes every call that this suite makes', async () => {
  const document = (await (await fetch(`${new Client(account(5)).api}/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  const paths = Object.keys(document.paths);
  for (const path of [
    'auth/nonce',
    'auth/verify',
    'insurance/quotes',
    'insurance/home-quote',
    'insurance/drafts',
    'health',
  ]) {
    expect(
      paths.some((known) => known.endsWith(`/${path}`)),
      path,
    ).toBe(true);
  }
});
