import { sameWallet } from '../../../../domain/address.ts';
import { STATUS_LABELS } from '../../../../domain/policy/lifecycle.ts';
import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import type { RegistryPolicy } from '../../wallet/registry.ts';

/** A field of both records. `start` and `end` are seconds since 1970; dollars are whole. */
export type Compared =
  | { field: 'Holder' | 'Status'; ours: string; registry: string; agrees: boolean }
  | { field: 'Product'; ours: number; registry: number; agrees: boolean }
  | { field: 'Cover' | 'Paid out'; ours: number; registry: number; agrees: boolean }
  | { field: 'Start' | 'End'; ours: number | null; registry: number; agrees: boolean };

const seconds = (iso: string | null) => (iso === null ? null : Math.floor(Date.parse(iso) / 1000));

/** The registry's status for each of ours. The registry knows neither review nor expiry. */
function registryStatus(status: PolicyDetailAnswer['status']): RegistryPolicy['status'] {
  return status === 'cancelled' || status === 'rejected' ? status : 'active';
}

/** Compares our record of a policy with the registry's, field by field. An unknown start counts as equal. */
export function compareRecords(policy: PolicyDetailAnswer, registry: RegistryPolicy): Compared[] {
  const from = seconds(policy.cover_from);
  const until = seconds(policy.cover_until);
  const code = PRODUCTS[policy.policy_type].code;
  const status = registryStatus(policy.status);
  const onChain = policy.paid_out_usd - policy.paid_outside_usd;
  return [
    {
      field: 'Holder',
      ours: policy.wallet_address,
      registry: registry.holder,
      agrees: sameWallet(policy.wallet_address, registry.holder),
    },
    { field: 'Product', ours: code, registry: registry.product, agrees: code === registry.product },
    {
      field: 'Status',
      ours: STATUS_LABELS[policy.status],
      registry: STATUS_LABELS[registry.status],
      agrees: status === registry.status,
    },
    {
      field: 'Cover',
      ours: policy.amount,
      registry: registry.cover,
      agrees: policy.amount === registry.cover,
    },
    {
      field: 'Paid out',
      ours: onChain,
      registry: registry.paidOut,
      agrees: onChain === registry.paidOut,
    },
    {
      field: 'Start',
      ours: from,
      registry: registry.start,
      agrees: from === null || from === registry.start,
    },
    { field: 'End', ours: until, registry: registry.end, agrees: until === registry.end },
  ];
}
