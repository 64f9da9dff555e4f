import { verifyTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { DETAILS } from '#domain/products/forms/details.ts';
import { privateFields } from '#domain/products/forms/facts.ts';
import type { Wording } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { wordingDigest } from './details-hash.ts';
import { choiceOf, draftRequest, quoteRequest } from './schema.ts';
import { type ChainQuote, quoteId, quoteTypedData } from './typed-data.ts';

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const quote: ChainQuote = {
  holder: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  token: '0x0000000000000000000000000000000000000000',
  premium: 600_000_000_000_000_000n,
  product: 1,
  cover: 500_000,
  startDay: 20_778,
  endDay: 21_143,
  validUntil: 1_795_000_000,
  detailsHash: `0x${'11'.repeat(32)}`,
};
const { home } = SAMPLES;
const dates = { policy_start_date: '2026-12-01', policy_end_date: '2027-12-01' };

describe('the EIP-712 quote', () => {
  test('the quote’s id changes with every field, the chain and the contract', () => {
    const id = quoteId(1337, contract, quote);
    const changes: Partial<ChainQuote>[] = [
      { holder: contract },
      { token: contract },
      { premium: quote.premium + 1n },
      { product: 2 },
      { cover: 500_001 },
      { startDay: 20_779 },
      { endDay: 21_144 },
      { validUntil: 1_795_000_001 },
      { detailsHash: `0x${'12'.repeat(32)}` },
    ];
    expect(Object.keys(quote)).toHaveLength(changes.length);
    for (const change of changes) {
      expect(quoteId(1337, contract, { ...quote, ...change }), JSON.stringify(Object.keys(change))).not.toBe(
        id,
      );
    }
    expect(quoteId(1, contract, quote)).not.toBe(id);
    expect(quoteId(1337, quote.holder, quote)).not.toBe(id);
  });

  test('the quote’s signature verifies for its signer only', async () => {
    const signer = privateKeyToAccount(`0x${'42'.repeat(32)}`);
    const typed = quoteTypedData(1337, contract, quote);
    const signature = await signer.signTypedData(typed);
    expect(await verifyTypedData({ ...typed, address: signer.address, signature })).toBe(true);
    expect(await verifyTypedData({ ...typed, address: contract, signature })).toBe(false);
  });
});

describe('request schemas', () => {
  test('a draft with an unknown field, an unknown product or an impossible date is refused', () => {
    const draft = { insurance_type: 'home', details: home, ...dates };
    expect(draftRequest.safeParse(draft).success).toBe(true);
    expect(draftRequest.safeParse({ ...draft, premium: 1 }).success).toBe(false);
    expect(draftRequest.safeParse({ ...draft, details: { ...home, extra: 1 } }).success).toBe(false);
    expect(draftRequest.safeParse({ ...draft, insurance_type: 'boat' }).success).toBe(false);
    expect(draftRequest.safeParse({ ...draft, policy_end_date: '2027-02-30' }).success).toBe(false);
  });

  test('a quote request needs either details or a draft, not both', () => {
    const request = {
      insurance_type: 'home',
      wallet_address: quote.holder,
      chain_id: 1337,
      payment_currency: 'ETH',
      email: 'ada@example.com',
      ...dates,
    };
    expect(quoteRequest.safeParse({ ...request, details: home }).success).toBe(true);
    expect(quoteRequest.safeParse({ ...request, draft_id: 'd' }).success).toBe(true);
    expect(quoteRequest.safeParse({ ...request, details: home, draft_id: 'd' }).success).toBe(false);
    expect(quoteRequest.safeParse(request).success).toBe(false);
  });

  test('the home form takes years from 1800 to this year and needs every field @quote-6', () => {
    const year = new Date().getUTCFullYear();
    for (const [year_built, good] of [
      [1799, false],
      [1800, true],
      [year, true],
      [year + 1, false],
      ['1990', true],
      [1990.5, false],
    ] as const) {
      expect(DETAILS.home.safeParse({ ...home, year_built }).success, String(year_built)).toBe(good);
    }
    for (const field of Object.keys(home)) {
      expect(DETAILS.home.safeParse({ ...home, [field]: '' }).success, field).toBe(false);
    }
  });

  test('a trip’s departure is its origin when none is given', () => {
    const trip = { ...SAMPLES.travel, origin: 'Oslo' };
    expect(DETAILS.travel.parse(trip).departure).toBe('Oslo');
    expect(DETAILS.travel.parse({ ...trip, departure: 'Bergen' }).departure).toBe('Bergen');
  });
});

test('every product has a wording with a version of its own, and its private fields exist', () => {
  expect(new Set(PRODUCT_KEYS.map((key) => FORMS[key].wording.version)).size).toBe(PRODUCT_KEYS.length);
  expect(privateFields('home').every((field) => field in home)).toBe(true);
});

describe('numbers in a form', () => {
  const car = { ...SAMPLES.car, car_year: '2021', mileage: '41000' };
  const message = (mileage: unknown) => DETAILS.car.safeParse({ ...car, mileage }).error?.issues[0]?.message;

  test('numbers in a form are read from text', () => {
    expect(DETAILS.car.parse(car)).toMatchObject({ car_year: 2021, mileage: 41_000 });
    expect(DETAILS.car.parse({ ...car, mileage: 0 }).mileage).toBe(0);
  });

  test.each(['', '  ', 'many', null, true, []])('a mileage of %j is not a number', (value) => {
    expect(message(value)).toBe('Please enter the mileage.');
  });

  test('the mileage must be a whole number from zero @quote-8', () => {
    expect(message('-1')).toBe('The mileage cannot be negative.');
    expect(message('1.5')).toBe('Please enter the mileage as a whole number.');
  });
});

test('a wording is found by its version', () => {
  for (const key of PRODUCT_KEYS) expect(wordingOf(FORMS[key].wording.version)).toBe(FORMS[key].wording);
  expect(wordingOf('home-0')).toBeNull();
});

// A changed text needs a new version.
test('a wording still has the fingerprint of its version', () => {
  const versions = ['home-1', 'car-1', 'travel-1', 'travel-2', 'home-2', 'car-2', 'travel-3'];
  const fingerprints = versions.map((each) => wordingDigest(wordingOf(each) as Wording));
  expect(PRODUCT_KEYS.map((key) => FORMS[key].wording.version)).toEqual(['home-2', 'car-2', 'travel-3']);
  expect(fingerprints).toEqual([
    '0x092d0246e4172f87a881949e8c4449da8a4398b7ced43727b80578697e401bb4',
    '0x9bcdd831d0c5277e067a304029172e1fc4f2ec297fff36f1aaf72524ca63eacb',
    '0x66a8332ff441fbee69259f638523be6eeca33b5d97160257ab215c9e9386301c',
    '0xb4a5205fb70474c068b1e079244cd28b76a80620ab34f76a3a7b388a17445709',
    '0xdf153ffc796d2098fc7d891fd5dab6e120ce94bfdbe7e5e549600babd4cd04e9',
    '0x83d867e344edd0b6b560c4b0fb4b671e5ecc180980114e885f34add12ce9edc5',
    '0xd7f0d62eb79f617ee5fe0891fe9c31de407f1f8f1d16927c7bfb74269af3099c',
  ]);
});

describe('text that does not belong in a form', () => {
  const LONG = 'x'.repeat(10_000);
  const HOSTILE = ['<img src=x onerror="alert(1)">', '=HYPERLINK("https://evil.example","x")'];
  const PHONE = 'Please enter a valid phone number';
  const EMAIL = 'Please enter a valid email address';
  const NAME = "Please keep the owner's name to 120 characters.";
  const PASSPORT = 'Please enter the passport number: letters and digits only.';
  /** Fields of free text, with the words for too much of it, and of a fixed format, with the words for anything else. */
  const FIELDS = [
    ['home', 'house_address', 'Please keep the address to 200 characters.', null],
    ['home', 'property_owner_name', NAME, null],
    ['home', 'year_built', null, 'Please enter the year it was built.'],
    ['home', 'property_owner_telephone', null, PHONE],
    ['home', 'property_owner_email', null, EMAIL],
    ['car', 'car_model', 'Please keep the model to 80 characters.', null],
    ['car', 'car_owner_name', NAME, null],
    ['car', 'car_year', null, 'Please enter the model year.'],
    ['car', 'mileage', null, 'Please enter the mileage.'],
    ['car', 'car_owner_telephone', null, PHONE],
    ['car', 'car_owner_email', null, EMAIL],
    ['travel', 'origin', 'Please keep where you start to 120 characters.', null],
    ['travel', 'destination', 'Please keep where you are going to 120 characters.', null],
    ['travel', 'traveler_name', "Please keep the traveler's name to 120 characters.", null],
    ['travel', 'passport_number', null, PASSPORT],
    ['travel', 'traveler_telephone', null, PHONE],
    ['travel', 'traveler_email', null, EMAIL],
  ] as const;

  test.each(FIELDS)('the %s form refuses it in words: %s %s @quote-30', (product, field, free, strict) => {
    const words = (value: string) =>
      DETAILS[product].safeParse({ ...SAMPLES[product], [field]: value }).error?.issues[0]?.message;
    expect(words(LONG)).toBe(free ?? strict);
    // Free text may be anything, since it is only ever shown as text.
    for (const text of HOSTILE) expect(words(text), text).toBe(strict ?? undefined);
  });
});

describe('choices in a request', () => {
  const draft = { insurance_type: 'home', details: home, ...dates };

  test('a choice that is sold, or a part of one, is accepted', () => {
    for (const choices of [
      undefined,
      {},
      { coverage_usd: 350_000 },
      { deductible_usd: 1000 },
      { coverage_usd: 200_000, deductible_usd: 5000 },
    ]) {
      expect(draftRequest.safeParse({ ...draft, choices }).success, JSON.stringify(choices)).toBe(true);
    }
    expect(choiceOf('home', { coverage_usd: 350_000 })).toEqual({ coverage: 350_000, deductible: 2500 });
    expect(choiceOf('travel')).toEqual({ coverage: 100_000, deductible: 0 });
  });

  test('a choice that is not sold is refused with what is', () => {
    for (const choices of [{ coverage_usd: 400_000 }, { deductible_usd: 0 }, { coverage_usd: -1 }]) {
      expect(draftRequest.safeParse({ ...draft, choices }).error?.issues[0]?.path).toEqual(['choices']);
    }
    const wrong = { ...draft, choices: { deductible_usd: 1 } };
    expect(draftRequest.safeParse(wrong).error?.issues[0]?.message).toBe(
      'Home Insurance is sold with a cover of $200,000, $350,000 or $500,000 and a deductible of $1,000, $2,500 or $5,000.',
    );
    expect(draftRequest.safeParse({ ...draft, choices: { travelers: 2 } }).success).toBe(false);
  });

  test('a quote for a draft takes no choices of its own', () => {
    const request = {
      insurance_type: 'home',
      wallet_address: quote.holder,
      chain_id: 1337,
      payment_currency: 'ETH',
      email: 'ada@example.com',
      draft_id: 'd',
      choices: { coverage_usd: 350_000 },
      ...dates,
    };
    expect(quoteRequest.safeParse(request).error?.issues[0]?.message).toBe(
      'Send choices with the details. A draft has its own.',
    );
  });
});
