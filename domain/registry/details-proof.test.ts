import fc from 'fast-check';
import { concat, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { FORMS } from '#domain/products/forms/index.ts';
import { commitTo, committedFields, type ProvenField } from '#domain/quote/details-hash.ts';
import {
  type DetailsProof,
  detailsProof,
  isCommitted,
  PROOF_FORMAT,
  type SharedField,
} from './details-proof.ts';
import { type PolicyTerms, policyId } from './policy-id.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const terms: Omit<PolicyTerms, 'details_hash'> = {
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  holder: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  token: null,
  amount: '35000000000000000',
  product_code: 1,
  coverage_usd: 350_000,
  start_date: '2026-11-25',
  end_date: '2026-12-25',
  valid_until: '2026-11-25T10:30:00.000Z',
};
const DETAILS = { house_type: 'duplex', year_built: 1998, house_address: '12 Quay Street, Bristol' };
const hexOf = (bytes: Uint8Array): Hex =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const saltAt = (index: number): Hex => `0x${(index + 1).toString(16).padStart(64, '0')}`;

function proofOf(
  details: Record<string, unknown> = DETAILS,
  chainId: number | string = 1337,
  changes: Partial<typeof terms> = {},
  saltOf: (index: number) => Hex = saltAt,
): DetailsProof {
  const committed = committedFields({
    start_date: '2026-11-21',
    product: 'home',
    premium_usd: 70,
    coverage_usd: 350_000,
    deductible_usd: 5000,
    lines: [{ label: 'One month', cents: 7000 }],
    details,
    wording: FORMS.home.wording,
  });
  const { detailsHash, fields } = commitTo(
    committed.map((field, index) => ({ ...field, salt: saltOf(index) })),
  );
  const sold = { ...terms, ...changes };
  return detailsProof.parse({
    format: PROOF_FORMAT,
    quote_id: policyId(chainId, { ...sold, details_hash: detailsHash }),
    chain_id: chainId,
    block: null,
    terms: sold,
    fields,
  });
}

const verdicts = (proof: DetailsProof) => proof.fields.map((field) => isCommitted(proof, field));
const fieldOf = (proof: DetailsProof, name: string): SharedField => {
  const field = proof.fields.find((each) => each.name === name);
  if (!field) throw new Error(`No field ${name}`);
  return field;
};
const changed = (hash: string) => `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`;

describe('proof of single fields', () => {
  test.each([
    ['an EVM chain', 1337],
    ['a chain without a contract', GENESIS],
  ])('every field of a policy on %s proves itself without the others', (_, chainId) => {
    const proof = proofOf(DETAILS, chainId);
    expect(proof.fields).toHaveLength(10);
    for (const field of proof.fields) {
      expect(verdicts({ ...proof, fields: [field] }), field.name).toEqual([true]);
    }
  });

  test('the id that terms and details give is the EIP-712 digest of the quote', () => {
    const details_hash = `0x${'11'.repeat(32)}`;
    const home = {
      ...terms,
      amount: '600000000000000000',
      coverage_usd: 500_000,
      start_date: '2026-11-21',
      end_date: '2027-11-21',
      valid_until: '2026-11-18T10:40:00.000Z',
    };
    // Computed once with Foundry's cast from the type strings of the contract.
    expect(policyId(1337, { ...home, details_hash })).toBe(
      '0x9163b209397c5b292e217b5318754a09ad57f9b9c6c3e6cdcad04fe5d785d8fb',
    );
  });

  test('an altered value, name or salt is not part of the policy, and the other fields still are', () => {
    const proof = proofOf();
    const alter = (change: Partial<SharedField>) => {
      const fields = proof.fields.map((field) =>
        field.name === 'year_built' ? { ...field, ...change } : field,
      );
      return verdicts({ ...proof, fields });
    };
    const only = proof.fields.map(({ name }) => name !== 'year_built');
    expect(alter({ value: 1999 })).toEqual(only);
    expect(alter({ value: '1998' })).toEqual(only);
    expect(alter({ name: 'car_year' })).toEqual(only);
    expect(alter({ salt: changed(fieldOf(proof, 'year_built').salt) })).toEqual(only);
    expect(alter({})).toEqual(proof.fields.map(() => true));
  });

  test('altered, missing and additional siblings prove nothing', () => {
    const proof = proofOf();
    const field = fieldOf(proof, 'year_built');
    const [first = '', ...rest] = field.proof;
    for (const siblings of [[changed(first), ...rest], rest, [], [...field.proof, saltAt(1)]]) {
      expect(isCommitted(proof, { ...field, proof: siblings })).toBe(false);
    }
  });

  test('the proof of another policy proves nothing, even of the same details', () => {
    const proof = proofOf();
    const salted = (index: number): Hex => `0x${(index + 100).toString(16).padStart(64, '0')}`;
    const other = proofOf(DETAILS, 1337, {}, salted);
    expect(verdicts({ ...proof, fields: other.fields })).not.toContain(true);
    expect(verdicts({ ...proof, quote_id: other.quote_id })).not.toContain(true);
    expect(verdicts({ ...proof, chain_id: 1 })).not.toContain(true);
    expect(verdicts({ ...proof, chain_id: GENESIS })).not.toContain(true);
  });

  test.each<[string, Partial<typeof terms>]>([
    ['contract', { contract: `0x${'7'.repeat(40)}` }],
    ['holder', { holder: `0x${'7'.repeat(40)}` }],
    ['token', { token: `0x${'7'.repeat(40)}` }],
    ['amount', { amount: '35000000000000001' }],
    ['product', { product_code: 2 }],
    ['cover', { coverage_usd: 500_000 }],
    ['start', { start_date: '2026-11-24' }],
    ['end', { end_date: '2027-12-25' }],
    ['validity', { valid_until: '2026-11-25T10:30:01.000Z' }],
    ['contract that is no address', { contract: 'nowhere' }],
    ['cover that no quote can hold', { coverage_usd: 2 ** 30 }],
  ])('an altered %s of the terms proves nothing', (_, change) => {
    const proof = proofOf();
    expect(verdicts({ ...proof, terms: { ...proof.terms, ...change } })).not.toContain(true);
  });

  test('a node of the tree does not pass for a field', () => {
    const proof = proofOf();
    const field = fieldOf(proof, 'year_built');
    const [sibling = ''] = field.proof;
    // What was hashed into the node above the field, as a field of its own at the node's place.
    for (const value of [
      sibling,
      `${sibling}${field.salt.slice(2)}`,
      concat([sibling as Hex, field.salt as Hex]),
    ]) {
      for (const salt of [sibling, field.salt]) {
        const node = { name: 'year_built', value, salt, proof: field.proof.slice(1) };
        expect(isCommitted(proof, node)).toBe(false);
      }
    }
  });

  const anyDetails = fc.dictionary(
    fc.stringMatching(/^[a-z][a-z_]{0,20}$/).map((name) => `d_${name}`),
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer(),
      fc.array(fc.record({ name: fc.string(), birth_date: fc.string() }), { maxLength: 8 }),
    ),
    { maxKeys: 12 },
  );
  const anySalts = fc.infiniteStream(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf));

  test('any subset of any details proves, as a file too', () => {
    fc.assert(
      fc.property(anyDetails, anySalts, fc.infiniteStream(fc.boolean()), (details, salts, choice) => {
        const whole = proofOf(details, 1337, {}, () => salts.next().value);
        const chosen = whole.fields.filter(() => choice.next().value);
        const fields = chosen.length > 0 ? chosen : whole.fields;
        const file = detailsProof.parse(JSON.parse(JSON.stringify({ ...whole, fields })));
        expect(verdicts(file)).not.toContain(false);
      }),
      { numRuns: 60 },
    );
  });

  test('any change of one value, salt or sibling fails', () => {
    fc.assert(
      fc.property(anyDetails, anySalts, fc.nat(), fc.nat(), fc.string(), (details, salts, at, bit, text) => {
        const whole = proofOf(details, 1337, {}, () => salts.next().value);
        const field = whole.fields[at % whole.fields.length] as ProvenField & SharedField;
        const flip = (hash: string) => {
          const place = 2 + (bit % 64);
          const digit = (Number.parseInt(hash[place] ?? '0', 16) ^ 1).toString(16);
          return `${hash.slice(0, place)}${digit}${hash.slice(place + 1)}`;
        };
        const other = typeof field.value === 'string' ? `${field.value}x` : 'x';
        fc.pre(String(field.value).normalize('NFC') !== text.normalize('NFC'));
        expect(isCommitted(whole, field)).toBe(true);
        for (const value of [text, other, at]) {
          if (value !== field.value) expect(isCommitted(whole, { ...field, value })).toBe(false);
        }
        expect(isCommitted(whole, { ...field, salt: flip(field.salt) })).toBe(false);
        const place = bit % field.proof.length;
        const siblings = field.proof.map((hash, index) => (index === place ? flip(hash) : hash));
        expect(isCommitted(whole, { ...field, proof: siblings })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a proof’s file', () => {
  const refused = (change: object) => detailsProof.safeParse({ ...proofOf(), ...change }).success === false;

  test('a field that is named twice is refused, also with the same value', () => {
    const { fields } = proofOf();
    const [first] = fields;
    expect(refused({ fields: [...fields, first] })).toBe(true);
    expect(refused({ fields: [...fields, { ...first, value: 'car' }] })).toBe(true);
    expect(refused({ fields })).toBe(false);
  });

  test.each<[string, (proof: DetailsProof) => object]>([
    ['another format', () => ({ format: 'mooring-details-0' })],
    ['no fields', () => ({ fields: [] })],
    [
      'too many fields',
      ({ fields: [field] }) => ({
        fields: Array.from({ length: 501 }, (_, index) => ({ ...field, name: `field_${index}` })),
      }),
    ],
    ['a salt that is too short', ({ fields: [field] }) => ({ fields: [{ ...field, salt: '0x11' }] })],
    ['no salt', ({ fields: [field] }) => ({ fields: [{ ...field, salt: undefined }] })],
    ['a sibling that is no hash', ({ fields: [field] }) => ({ fields: [{ ...field, proof: ['0x'] }] })],
    [
      'a proof of 17 siblings',
      ({ fields: [field] }) => ({
        fields: [{ ...field, proof: Array.from({ length: 17 }, () => saltAt(1)) }],
      }),
    ],
    ['a name with spaces', ({ fields: [field] }) => ({ fields: [{ ...field, name: 'year built' }] })],
    ['a name that ends in a dot', ({ fields: [field] }) => ({ fields: [{ ...field, name: 'price.' }] })],
    [
      'an infinite value',
      ({ fields: [field] }) => ({ fields: [{ ...field, value: Number.POSITIVE_INFINITY }] }),
    ],
    ['a nested value', ({ fields: [field] }) => ({ fields: [{ ...field, value: { a: { b: 1 } } }] })],
    [
      'a price line with more than label and cents',
      ({ fields: [field] }) => ({
        fields: [{ ...field, value: { label: 'One month', cents: 7000, note: 'free' } }],
      }),
    ],
    ['no terms', () => ({ terms: undefined })],
    ['an amount that is no integer', ({ terms: sold }) => ({ terms: { ...sold, amount: '1.5' } })],
    ['a day that does not exist', ({ terms: sold }) => ({ terms: { ...sold, start_date: '2026-02-30' } })],
    ['no id', () => ({ quote_id: undefined })],
  ])('a file with %s is refused', (_, change) => {
    const proof = proofOf();
    expect(refused(change(proof))).toBe(true);
  });

  test('what a file says besides the proof does not count', () => {
    const parsed = detailsProof.parse({ ...proofOf(), verdict: 'genuine', formula: 'x' });
    expect(parsed).toEqual(proofOf());
  });
});
