import {
  type DisplayModel,
  type FormatOptions,
  format,
  formatTypedData,
} from '@ethereum-sourcify/clear-signing';
import { keccak256, stringify, toHex } from 'viem';
import { expect, it } from 'vitest';
import { cancellationTypedData } from '#domain/policy/consent.ts';
import { quoteTypedData } from '#domain/quote/typed-data.ts';
import { descriptors } from './descriptor.ts';
import { CHAIN_ID, COINS, CONTRACT, dataOf, HOLDER, ID, QUOTE, SAMPLES, until } from './samples.fixture.ts';
import { type CallName, MESSAGES } from './sentences.ts';
import { show } from './show.ts';
import { showCall } from './show-call.ts';

/** What a wallet with Sourcify's library shows of our descriptors, without a network. */

const made = descriptors([{ chainId: CHAIN_ID, address: CONTRACT }]);
const [CALLDATA, MESSAGE] = ['calldata-InsurancePayment.json', 'eip712-InsurancePayment.json'] as const;
const at = `eip155:${CHAIN_ID}:${CONTRACT.toLowerCase()}`;
const coinAt = (token: string) =>
  COINS.find((coin) => (coin.token ?? `0x${'0'.repeat(40)}`).toLowerCase() === token.toLowerCase());

const options: FormatOptions = {
  descriptorResolverOptions: {
    type: 'custom',
    resolver: {
      index: {
        calldataIndex: { [at]: CALLDATA },
        typedDataIndex: {
          [at]: Object.fromEntries(
            Object.keys(made[MESSAGE].display.formats).map((key) => [
              key.split('(')[0] ?? '',
              [{ path: MESSAGE, encodeTypeHashes: [keccak256(toHex(key))] }],
            ]),
          ),
        },
      },
      fetchDescriptor: async (path) => structuredClone(made[path as keyof typeof made]) as never,
    },
  },
  externalDataProvider: {
    resolveToken: async (_, token) => {
      const coin = coinAt(token);
      // The zero address has a ticker here and no decimals: an amount of the coin has to come from the chain.
      return coin
        ? { name: coin.symbol, symbol: coin.symbol, decimals: coin.token ? coin.decimals : 0 }
        : null;
    },
    resolveChainInfo: async () => ({
      name: 'Local chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }),
  },
};

/** The library leaves numbers and times to the wallet's language. Ours are American: `500,000`, and UTC by name. */
const localized = (text: string): string =>
  text
    .replace(/(?<![\w.-])\d{4,}(?![\w-])/g, (digits) => BigInt(digits).toLocaleString('en-US'))
    .replace(/(\d\d:\d\d:\d\d)Z/g, '$1 UTC');

interface Line {
  label: string;
  value: string;
}

/** Sentence and fields of a display, those of a call inside after its own. */
function read(display: DisplayModel): { sentence: string; fields: Line[] } {
  expect(display.warnings ?? []).toEqual([]);
  const own: Line[] = [];
  let inner: ReturnType<typeof read> | null = null;
  for (const field of display.fields ?? []) {
    if (!('value' in field)) throw new Error('Our descriptors have no groups');
    // Nobody names the accounts of a test.
    if (field.warning) expect(field.warning.code).toBe('UNKNOWN_ADDRESS');
    if (field.embeddedCalldata) inner = read(field.embeddedCalldata.display);
    else own.push({ label: field.label, value: localized(field.value) });
  }
  const sentence = localized(display.interpolatedIntent ?? '');
  return inner
    ? { sentence: `${sentence}: ${inner.sentence}`, fields: [...own, ...inner.fields] }
    : { sentence, fields: own };
}

it.each(Object.keys(SAMPLES) as CallName[])('a wallet says of %s what our screens say', async (name) => {
  const data = dataOf(name);
  const value = name === 'purchase' ? QUOTE.premium : 0n;
  const display = read(await format({ chainId: CHAIN_ID, to: CONTRACT, data, value, from: HOLDER }, options));
  expect(display.sentence).toBe(SAMPLES[name][1]);
  expect(display.fields).toEqual(showCall(data, COINS)?.fields.map(({ label, value }) => ({ label, value })));
});

const refund = { holder: HOLDER, quoteId: ID, refund: 600_000_000_000_000_000n, validUntil: Number(until) };
it.each([
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
] as const)('a wallet says of a signed %s what our screens say', async (name, typedData, sentence) => {
  const { types, domain, primaryType, message } = typedData;
  const display = read(
    await formatTypedData(
      {
        account: HOLDER,
        types: structuredClone(types) as never,
        domain: { ...domain },
        primaryType,
        // As a page hands it to a wallet: JSON has no large integers.
        message: JSON.parse(stringify(message)),
      },
      options,
    ),
  );
  expect(display.sentence).toBe(sentence);
  expect(display.fields).toEqual(
    show(MESSAGES[name], { ...message }, COINS).fields.map(({ label, value }) => ({ label, value })),
  );
});
