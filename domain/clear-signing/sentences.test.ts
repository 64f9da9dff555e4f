import { type Hex, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { cancellationTypedData } from '#domain/policy/consent.ts';
import { quoteTypedData } from '#domain/quote/typed-data.ts';
import { descriptors } from './descriptor.ts';
import { CHAIN_ID, COINS, CONTRACT, dataOf, HOLDER, ID, QUOTE, SAMPLES, until } from './samples.fixture.ts';
import { CALLS, type CallName, MESSAGES } from './sentences.ts';
import { type Shown, sentenceOf, show } from './show.ts';
import { showCall } from './show-call.ts';

const samples = Object.entries(SAMPLES).map(([name, [, sentence]]) => [name as CallName, sentence] as const);

const said = (shown: Shown | null) => shown && sentenceOf(shown);
const compared = (shown: Shown | null) =>
  shown?.parts.filter(({ compare }) => compare).map(({ text }) => text);

const refund = { holder: HOLDER, quoteId: ID, refund: 600_000_000_000_000_000n, validUntil: Number(until) };
const messages = [
  [
    'Quote',
    quoteTypedData(CHAIN_ID, CONTRACT, QUOTE),
    'Offer home insurance to 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc: premium 0.6 ETH, cover $500,000',
  ],
  [
    'Cancellation',
    cancellationTypedData(CHAIN_ID, CONTRACT, refund),
    `Agree to a refund of 600,000,000,000,000,000 base units until 2026-12-09 08:30:00 UTC, which cancels policy ${ID}`,
  ],
] as const;

describe('what a wallet shows of our calls', () => {
  it('every function that changes the contract has a sample with its sentence', () => {
    const changing = insurancePaymentAbi.flatMap((each) =>
      each.type === 'function' && ['nonpayable', 'payable'].includes(each.stateMutability) ? [each.name] : [],
    );
    expect(changing.length).toBeGreaterThan(30);
    expect(Object.keys(SAMPLES).sort()).toEqual(changing.sort());
  });

  it.each(samples)('our screens say of %s: %s', (name, sentence) => {
    expect(said(showCall(dataOf(name), COINS))).toBe(sentence);
  });

  it.each(messages)('our screens say of a signed %s what it means', (name, typedData, sentence) => {
    expect(sentenceOf(show(MESSAGES[name], { ...typedData.message }, COINS))).toBe(sentence);
  });

  it('a purchase is compared by premium and cover, and its days are said as dates', () => {
    const shown = showCall(dataOf('purchase'), COINS);
    expect(compared(shown)).toEqual(['0.6 ETH', '500,000']);
    expect(shown?.fields.filter(({ means }) => means !== null)).toEqual([
      {
        label: 'First day (days since 1970)',
        value: '20,788',
        means: 'December 1, 2026',
      },
      {
        label: 'Last day (days since 1970)',
        value: '21,152',
        means: 'November 30, 2027',
      },
    ]);
  });

  it('an announced call is compared by the values of the call inside', () => {
    expect(compared(showCall(dataOf('announce'), COINS))).toEqual([
      '2.5 USDC',
      '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    ]);
  });

  it('an amount in a token that nobody knows stays in base units with the token’s address', () => {
    expect(said(showCall(dataOf('withdraw'), []))).toBe(
      'Withdraw 2,500,000 base units of 0x5FbDB2315678afecb367f032d93F642f64180aa3 from the pool to 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    );
  });

  it('bytes that are no call of the contract have no sentence, also inside an announcement', () => {
    expect(showCall('0xdeadbeef00', COINS)).toBeNull();
    const announced = `${dataOf('announce').slice(0, 10 + 128)}${'ff'.repeat(128)}` as Hex;
    expect(said(showCall(announced, COINS))).toBe('Announce a call of this contract: an unknown call');
  });
});

describe('the descriptors', () => {
  const made = descriptors([{ chainId: CHAIN_ID, address: CONTRACT }]);
  const formats = Object.values(made).flatMap(({ display }) => Object.entries(display.formats));

  it('the keys of the call descriptor are the contract’s functions, by their selectors', () => {
    const selectors = Object.keys(made['calldata-InsurancePayment.json'].display.formats).map((key) =>
      toFunctionSelector(`function ${key}`),
    );
    expect(new Set(selectors)).toEqual(new Set(samples.map(([name]) => dataOf(name).slice(0, 10))));
  });

  it('the keys of the message descriptor are the types that the contract hashes', () => {
    expect(Object.keys(made['eip712-InsurancePayment.json'].display.formats)).toEqual([
      'Quote(address holder,address token,uint256 premium,uint8 product,uint24 cover,uint16 startDay,uint16 endDay,uint40 validUntil,bytes32 detailsHash)',
      'Cancellation(address holder,bytes32 quoteId,uint256 refund,uint256 validUntil)',
    ]);
  });

  it('every value in a sentence, and every one to compare, is a visible field', () => {
    for (const sentence of [...Object.values(CALLS), ...Object.values(MESSAGES)]) {
      const visible = sentence.fields.flatMap((field) =>
        'visible' in field && field.visible === 'never' ? [] : [field.path],
      );
      const named = [...sentence.interpolatedIntent.matchAll(/\{([^{}]+)\}/g)].map(([, path]) => path);
      expect(visible, sentence.intent).toEqual(
        expect.arrayContaining([...named, ...('compare' in sentence ? (sentence.compare ?? []) : [])]),
      );
    }
  });

  it.each(formats)('no argument is left out: %s', (key, { fields }) => {
    // The leaves of the key: names before a comma or the closing parenthesis, below the names of their structs.
    const described = fields.map(({ path }) => path.split('.').at(-1));
    const leaves = [...key.matchAll(/[a-z]\w* (\w+)(?=[,)])/g)]
      .map(([, name]) => name)
      .filter((name) => !key.includes(`) ${name}`));
    expect([...described].sort()).toEqual(leaves.sort());
  });
});
