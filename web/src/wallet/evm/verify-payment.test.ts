import fc from 'fast-check';
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { sentenceOf } from '#domain/clear-signing/show.ts';
import { type ChainQuote, NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { CONTRACT, HOLDER, offer, SIGNATURE, USDC } from '#web/test/sample-offer.ts';
import { type ExpectedPurchase, PaymentMismatch } from '#web/wallet/payments.ts';
import { checkPayment } from './verify-payment.ts';

const OTHER: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';

const chain: DeployedChain = {
  kind: 'evm',
  ref: '1337',
  chain_id: 1337,
  payee: CONTRACT,
  key: 'ganache',
  name: 'Ganache Local',
  rpc_url: 'http://127.0.0.1:8545',
  contract: CONTRACT,
  contracts: [CONTRACT],
  start_block: 0,
  confirmations: 1,
  currencies: [
    { symbol: 'ETH', decimals: 18, token: null },
    { symbol: 'USDC', decimals: 6, token: USDC },
  ],
};

const expected: ExpectedPurchase = {
  product: 'home',
  startDate: '2026-11-21',
  endDate: '2027-11-21',
  choice: { coverage: 500_000, deductible: 2500 },
  people: 1,
  holder: HOLDER,
  currency: 'ETH',
  network: chain,
};

const check = (
  { answer, payment }: ReturnType<typeof offer>,
  wanted: ExpectedPurchase = expected,
): ReturnType<typeof checkPayment> => checkPayment(answer, payment, wanted, wanted.network as DeployedChain);

/** The field at which a tampered offer is refused. */
function refusal(made: ReturnType<typeof offer>, wanted: ExpectedPurchase = expected): string {
  try {
    check(made, wanted);
  } catch (error) {
    if (error instanceof PaymentMismatch) return error.field;
    throw error;
  }
  return 'accepted';
}

describe('correct payment', () => {
  it('a valid payment in the native coin passes unchanged', () => {
    const made = offer();
    const { shown, ...checked } = check(made);
    expect(shown && sentenceOf(shown)).toBe('Buy home insurance: pay 0.6 ETH, cover $500,000');
    expect(checked).toEqual({
      quoteId: made.answer.quote_id,
      chain: '1337',
      chainId: 1337,
      to: CONTRACT,
      data: made.payment.data,
      value: parseEther('0.6'),
      amount: parseEther('0.6'),
      token: null,
      offer: {
        quote: expect.objectContaining({ holder: HOLDER, token: NATIVE_TOKEN }),
        signature: SIGNATURE,
      },
      authorization: null,
      signs: null,
      relayed: false,
    });
  });

  it('a valid payment in a token passes with an approval of exactly its amount', () => {
    const checked = check(offer({}, 'USDC'), { ...expected, currency: 'USDC' });
    expect(checked).toMatchObject({ token: USDC, value: 0n, amount: 1_200_000_000n, authorization: null });
  });

  it('an authorization is offered only for a token that takes it, and sent by us only when the server offers that', () => {
    const [eth, usdc] = chain.currencies;
    const authorization = { name: 'USD Coin', version: '2' };
    const taking = { ...chain, currencies: [eth, { ...usdc, authorization }] } as DeployedChain;
    const wanted = { ...expected, currency: 'USDC', network: taking };
    const made = offer({}, 'USDC');
    const offered = (relay: boolean, network: DeployedChain = taking) =>
      check(
        {
          ...made,
          answer: {
            ...made.answer,
            authorization: { relay, typed_data: { domain: {}, types: {}, primaryType: '', message: {} } },
          },
        },
        { ...wanted, network },
      );
    expect(check(made, wanted)).toMatchObject({ authorization, relayed: false });
    expect(offered(false)).toMatchObject({ authorization, relayed: false });
    expect(offered(true)).toMatchObject({ authorization, relayed: true });
    const { signs } = offered(true);
    expect(signs && sentenceOf(signs.shown)).toBe(
      `Let the contract take 1,200 USDC once, with the nonce ${made.answer.quote_id}`,
    );
    expect(signs?.note).toContain(
      'home insurance from November 21, 2026 to November 21, 2027, cover $500,000.',
    );
    expect(offered(true, chain)).toMatchObject({ authorization: null, relayed: false });
  });

  it('a valid payment passes whatever the case of its addresses', () => {
    const made = offer();
    made.payment.to = made.payment.to.toLowerCase();
    expect(refusal(made, { ...expected, holder: HOLDER.toLowerCase() })).toBe('accepted');
  });
});

describe('payments that differ from the screen', () => {
  const changes: [string, Partial<ChainQuote>][] = [
    ['holder', { holder: OTHER }],
    ['token', { token: USDC }],
    ['product', { product: 2 }],
    ['cover', { cover: 499_999 }],
    ['startDay', { startDay: 20_000 }],
    ['endDay', { endDay: 30_000 }],
    ['validUntil', { validUntil: 1 }],
  ];
  it.each(changes)('a payment with another %s is rejected', (field, change) => {
    expect(refusal(offer(change))).toBe(field);
  });

  it('a payment to another contract or chain, or with another amount or value, is rejected @payment-12', () => {
    const made = () => offer();
    expect(refusal({ ...made(), payment: { ...made().payment, to: OTHER } })).toBe('to');
    expect(refusal({ ...made(), payment: { ...made().payment, chain_id: 1 } })).toBe('chain_id');
    expect(refusal({ ...made(), answer: { ...made().answer, amount: '1' } })).toBe('premium');
    expect(refusal({ ...made(), payment: { ...made().payment, value: String(parseEther('6')) } })).toBe(
      'value',
    );
    expect(refusal({ ...made(), answer: { ...made().answer, quote_id: `0x${'00'.repeat(32)}` } })).toBe(
      'quote_id',
    );
    expect(refusal({ ...made(), answer: { ...made().answer, currency: 'USDC' } })).toBe('currency');
  });

  it('a payment that calls something else is rejected @payment-12', () => {
    const pause = encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'pause' });
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] });
    for (const data of [pause, transfer, '0x', '0x12345678'] as Hex[]) {
      const made = offer();
      expect(refusal({ ...made, payment: { ...made.payment, data } })).toBe('data');
    }
  });

  it('a payment with an approval that is too large or for another spender is rejected', () => {
    const wanted = { ...expected, currency: 'USDC' };
    const made = offer({}, 'USDC');
    const approval = { token: USDC, spender: CONTRACT, amount: made.answer.amount };
    const to = (change: Partial<typeof approval>) => ({
      ...made,
      payment: { ...made.payment, approval: { ...approval, ...change } },
    });
    expect(refusal(to({ amount: String(2n ** 256n - 1n) }), wanted)).toBe('approval.amount');
    expect(refusal(to({ spender: OTHER }), wanted)).toBe('approval.spender');
    expect(refusal(to({ token: OTHER }), wanted)).toBe('approval.token');
    const native = offer();
    expect(refusal({ ...native, payment: { ...native.payment, approval } })).toBe('approval');
  });

  it('a payment is rejected when any byte of its call changes outside our signature', () => {
    const made = offer();
    const bytes = (made.payment.data.length - 2) / 2;
    // Selector, the nine words of the quote, the signature's offset; what follows is the signature, for the contract.
    const signed = 4 + 32 * 10;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: signed - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (place, flip) => {
          const at = 2 + place * 2;
          const old = Number.parseInt(made.payment.data.slice(at, at + 2), 16);
          const changed = (old ^ flip).toString(16).padStart(2, '0');
          const data = made.payment.data.slice(0, at) + changed + made.payment.data.slice(at + 2);
          return refusal({ ...made, payment: { ...made.payment, data } }) !== 'accepted';
        },
      ),
      { numRuns: 300 },
    );
    expect(bytes).toBeGreaterThan(signed);
  });
});
