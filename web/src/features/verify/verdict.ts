import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { RegistryPolicy, RegistryReading } from '#web/wallet/registry.ts';

function productOfCode(code: number): ProductKey | null {
  return PRODUCT_KEYS.find((key) => PRODUCTS[key].code === code) ?? null;
}

/** A policy's state when it was read. `at` is the moment that its sentence names (seconds since 1970). */
export interface Verdict {
  kind: 'in_force' | 'starts' | 'ended' | 'cancelled' | 'rejected' | 'void' | 'rejected_before';
  at: number;
}

/** What the contract's answer means. The contract decides whether it is in force; the rest only explains why not. */
export function verdictOf(
  policy: RegistryPolicy,
  { inForce, time }: Pick<RegistryReading, 'inForce' | 'time'>,
): Verdict {
  if (inForce) return { kind: 'in_force', at: policy.end };
  if (policy.status !== 'active') {
    const never = policy.end === policy.start;
    if (!never) return { kind: policy.status, at: policy.end };
    return { kind: policy.status === 'cancelled' ? 'void' : 'rejected_before', at: policy.start };
  }
  return time < policy.start ? { kind: 'starts', at: policy.start } : { kind: 'ended', at: policy.end };
}

/** Whether a product number is that of trips, whose cancellation is covered before they begin. */
export function isTrip(code: number): boolean {
  const product = productOfCode(code);
  return product !== null && PRODUCTS[product].trip !== undefined;
}

export function productName(code: number): string {
  const product = productOfCode(code);
  return product ? PRODUCTS[product].label : `Product ${code}`;
}

export function currencyOf({ chain, policy }: RegistryReading): string {
  const token = policy?.token ?? null;
  const same = (other: string | null) => other?.toLowerCase() === token?.toLowerCase();
  return chain.currencies.find((currency) => same(currency.token))?.symbol ?? token ?? 'the chain’s own coin';
}

const QUOTE_ID = /^(?:0x)?([0-9a-f]{64})$/i;

/** The id in a typed or pasted text or a link; null if there is none. */
export function parseQuoteId(text: string): `0x${string}` | null {
  const last = text.split(/[^0-9a-z]+/i).findLast((part) => QUOTE_ID.test(part));
  const digits = last === undefined ? undefined : QUOTE_ID.exec(last)?.[1];
  return digits ? `0x${digits.toLowerCase()}` : null;
}
