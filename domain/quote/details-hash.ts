/** What a quote's details hash commits to: the root of a Merkle tree with a leaf for each field, so that any can be proved alone. */
import { type Hex, keccak256, stringToBytes } from 'viem';
import type { Wording } from '#domain/products/forms/form.ts';
import { leafHash, merkleTree, rootOf } from './merkle.ts';

/** JSON with sorted keys, no white space and text in Unicode NFC, so that the same facts always give the same bytes. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

export interface Field {
  /** `year_built`, `additional_travelers.0.name`, `price.0`. */
  name: string;
  value: unknown;
}

export interface SaltedField extends Field {
  /** 32 random bytes. Without them nobody can test a guess of the value. */
  salt: Hex;
}

export interface ProvenField extends SaltedField {
  /** The siblings in the tree, from the leaf up. */
  proof: readonly Hex[];
}

/** keccak256 of a wording's canonical JSON. */
export const wordingDigest = (wording: Wording): Hex => keccak256(stringToBytes(canonicalJson(wording)));

/** The fields of every quote, besides its details. No detail may have one of these names. */
const OURS = [
  'insurance_type',
  'policy_start_date',
  'premium_usd',
  'coverage_usd',
  'deductible_usd',
  'price',
  'wording',
];
const DETAIL = /^[A-Za-z]\w*$/;

/** A list or record as a field for each of its values. One that is empty is a field itself, so that this can be proved. */
function flat(name: string, value: unknown): Field[] {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  if (entries.length === 0) return value === undefined ? [] : [{ name, value }];
  return entries.flatMap(([key, entry]) => {
    // A key with a dot could pass for a field of another list.
    if (!Array.isArray(value) && !DETAIL.test(key)) throw new RangeError(`${name} has a field called ${key}`);
    return flat(`${name}.${key}`, entry);
  });
}

/**
 * The fields that a quote commits to, each under a name of its own. Amounts are whole US dollars; lines are in cents.
 * Throws RangeError if a detail's name could be taken for another field's.
 */
export function committedFields(sold: {
  product: string;
  /** The term's first day, which for a trip is not the registry's. */
  start_date: string;
  premium_usd: number;
  coverage_usd: number;
  deductible_usd: number;
  lines: readonly { label: string; cents: number }[];
  details: Readonly<Record<string, unknown>>;
  wording: Wording;
}): Field[] {
  const details = Object.entries(sold.details);
  for (const [name] of details) {
    if (OURS.includes(name) || !DETAIL.test(name)) throw new RangeError(`A detail can't be called ${name}`);
  }
  return [
    { name: 'insurance_type', value: sold.product },
    { name: 'policy_start_date', value: sold.start_date },
    { name: 'premium_usd', value: sold.premium_usd },
    { name: 'coverage_usd', value: sold.coverage_usd },
    { name: 'deductible_usd', value: sold.deductible_usd },
    ...sold.lines.map(({ label, cents }, index) => ({ name: `price.${index}`, value: { label, cents } })),
    ...details.flatMap(([name, value]) => flat(name, value)),
    { name: 'wording', value: { version: sold.wording.version, digest: wordingDigest(sold.wording) } },
  ];
}

const leafOf = ({ name, value, salt }: SaltedField): Hex =>
  leafHash(name, canonicalJson(value), salt.toLowerCase() as Hex);

/** The details hash over these fields, and each of them with its proof. */
export function commitTo(fields: readonly SaltedField[]): { detailsHash: Hex; fields: ProvenField[] } {
  const { root, proofs } = merkleTree(fields.map(leafOf));
  return {
    detailsHash: root,
    fields: fields.map((field, index) => ({ ...field, proof: proofs[index] ?? [] })),
  };
}

/** The details hash that a field and its proof lead to: the quote's own if nothing of them was changed. */
export const detailsHashOf = (field: ProvenField): Hex =>
  rootOf(
    leafOf(field),
    field.proof.map((hash) => hash.toLowerCase() as Hex),
  );
