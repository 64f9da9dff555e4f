import { bytesToHex, type Hex } from 'viem';
import { wordingOf } from '#domain/products/forms/published.ts';
import { fieldsFor } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import {
  commitTo,
  committedFields,
  type Field,
  type ProvenField,
  type SaltedField,
} from '#domain/quote/details-hash.ts';
import { priceLines, type QuoteAnswer } from '#domain/quote/schema.ts';
import type { KeyRing } from '#worker/platform/crypto/sealed.ts';
import { type Facts, openDetails, type Salts } from './details.ts';
import type { QuoteRow } from './repository.ts';

const SALT_BYTES = 32;

/** The lines of a stored quote's price. */
export const linesOf = ({ price_lines: lines }: Pick<QuoteRow, 'price_lines'>): QuoteAnswer['price_lines'] =>
  priceLines.parse(JSON.parse(lines));

/** Each field with a random salt of its own. */
export const saltFields = (fields: readonly Field[]): SaltedField[] =>
  fields.map((field) => ({
    ...field,
    salt: bytesToHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES))),
  }));

export const saltsOf = (fields: readonly SaltedField[]): Salts =>
  Object.fromEntries(fields.map(({ name, salt }) => [name, salt]));

/**
 * What a stored quote commits to, each field with its salt and proof. `wallet` is whoever holds its policy now. Throws if
 * the fields don't give the quote's details hash, because they would prove nothing.
 */
export async function provenFields(ring: KeyRing, quote: QuoteRow): Promise<ProvenField[]> {
  const wording = wordingOf(quote.wording_version);
  if (wording === null) throw new Error(`The wording ${quote.wording_version} was never published`);
  const { details, salts } = await openDetails(ring, quote);
  const fields = committedFields({
    ...quote,
    lines: linesOf(quote),
    details: inFormOrder(quote.product, details),
    wording,
  });
  const proven = commitTo(fields.map((field) => ({ ...field, salt: saltOf(salts, field) })));
  if (proven.detailsHash !== quote.details_hash) {
    throw new Error(`The details of quote ${quote.id} do not give its details hash`);
  }
  return proven.fields;
}

/** For people: the hash doesn't depend on the order. */
function inFormOrder(product: ProductKey, details: Facts): Facts {
  const names = fieldsFor(product, details).map(({ name }) => name);
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(details).sort(([a], [b]) => place(a) - place(b)));
}

function saltOf(salts: Salts, { name }: Field): Hex {
  const salt = salts[name];
  if (salt === undefined) throw new Error(`There is no salt for ${name}`);
  return salt as Hex;
}
