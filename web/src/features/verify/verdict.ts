import { PRODUCTS, productOfCode } from '../../../../domain/products/index.ts';
import type { RegistryPolicy, RegistryReading } from '../../wallet/registry.ts';

/** Where a policy stands at the time of a reading; `at` is the moment that its sentence names (seconds since 1970). */
export interface Verdict {
  kind: 'in_force' | 'starts' | 'ended' | 'cancelled' | 'rejected';
  at: number;
}

/** What the contract's answer means. Whether it is in force is the contract's word; the rest only says why not. */
export function verdictOf(
  policy: RegistryPolicy,
  { inForce, time }: Pick<RegistryReading, 'inForce' | 'time'>,
): Verdict {
  if (inForce) return { kind: 'in_force', at: policy.end };
  if (policy.status !== 'active') return { kind: policy.status, at: policy.end };
  return time < policy.start ? { kind: 'starts', at: policy.start } : { kind: 'ended', at: policy.end };
}

/** The product's name, or its number when this site does not know it. */
export function productName(code: number): string {
  const product = productOfCode(code);
  return product ? PRODUCTS[product].label : `Product ${code}`;
}

/** The currency in which the policy was bought and is paid out. */
export function currencyOf({ chain, policy }: RegistryReading): string {
  const token = policy?.token ?? null;
  const same = (other: string | null) => other?.toLowerCase() === token?.toLowerCase();
  return chain.currencies.find((currency) => same(currency.token))?.symbol ?? token ?? 'the chain’s own coin';
}

const QUOTE_ID = /^(?:0x)?([0-9a-f]{64})$/i;

/** The id in what somebody typed, pasted or followed; null when there is none in it. */
export function parseQuoteId(text: string): `0x${string}` | null {
  const last = text
    .trim()
    .split(/[/#?]/)
    .findLast((part) => QUOTE_ID.test(part));
  const digits = last === undefined ? undefined : QUOTE_ID.exec(last)?.[1];
  return digits ? `0x${digits.toLowerCase()}` : null;
}
