import { sameWallet } from '#domain/address.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { RegistryPolicy } from '#web/wallet/registry.ts';

/** A field of both records. `start` and `end` are seconds since 1970; dollars are whole. */
export type Compared =
  | { field: 'Holder' | 'Status'; ours: string; registry: string; agrees: boolean }
  | { field: 'Product' | 'Cover' | 'Paid out'; ours: number; registry: number; agrees: boolean }
  | { field: 'Start' | 'End'; ours: number | null; registry: number; agrees: boolean };

const seconds = (iso: string | null) => (iso === null ? null : Math.floor(Date.parse(iso) / 1000));

/** The registry's status for each status of a policy. The registry knows neither review nor expiry, and a withdrawal as a rejection. */
function registryStatus(status: PolicyDetailAnswer['status']): RegistryPolicy['status'] {
  if (status === 'withdrawn') return 'rejected';
  return status === 'cancelled' || status === 'rejected' ? status : 'active';
}

/** Compares our record of a policy with the registry's, field by field. An unknown start counts as equal. */
export function compareRecords(policy: PolicyDetailAnswer, registry: RegistryPolicy): Compared[] {
  const from = seconds(policy.cover_from);
  const status = registryStatus(policy.status);
  const row = <Field extends Compared['field'], Value>(
    field: Field,
    ours: Value,
    theirs: NonNullable<Value>,
    agrees = ours === theirs,
  ) => ({ field, ours, registry: theirs, agrees });
  const sameHolder = sameWallet(policy.wallet_address, registry.holder);
  return [
    row('Holder', policy.wallet_address, registry.holder, sameHolder),
    row('Product', PRODUCTS[policy.policy_type].code, registry.product),
    row('Status', STATUS_LABELS[policy.status], STATUS_LABELS[registry.status], status === registry.status),
    row('Cover', policy.amount, registry.cover),
    row('Paid out', policy.paid_out_usd - policy.paid_outside_usd, registry.paidOut),
    row('Start', from, registry.start, from === null || from === registry.start),
    row('End', seconds(policy.cover_until), registry.end),
  ] as Compared[];
}
