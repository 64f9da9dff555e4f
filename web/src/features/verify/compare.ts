import { walletKey } from '../../../../domain/address.ts';
import { STATUS_LABELS } from '../../../../domain/policy/lifecycle.ts';
import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../domain/quote/products.ts';
import type { RegistryPolicy } from '../../wallet/registry.ts';

/** A field that stands in both records. `start` and `end` are seconds since 1970, dollars whole. */
export type Compared =
  | { field: 'Holder' | 'Status'; ours: string; register: string; agrees: boolean }
  | { field: 'Product'; ours: number; register: number; agrees: boolean }
  | { field: 'Cover' | 'Paid out'; ours: number; register: number; agrees: boolean }
  | { field: 'Start' | 'End'; ours: number | null; register: number; agrees: boolean };

const seconds = (iso: string | null) => (iso === null ? null : Math.floor(Date.parse(iso) / 1000));

/** What the registry calls a policy of each of our statuses: it knows no review and no expiry. */
function registerStatus(status: PolicyDetailAnswer['status']): RegistryPolicy['status'] {
  return status === 'cancelled' || status === 'rejected' ? status : 'active';
}

/** Our record of a policy beside the registry's, field by field. A start that we do not know yet contradicts nothing. */
export function compareRecords(policy: PolicyDetailAnswer, register: RegistryPolicy): Compared[] {
  const from = seconds(policy.cover_from);
  const until = seconds(policy.cover_until);
  const code = PRODUCTS[policy.policy_type].code;
  const status = registerStatus(policy.status);
  return [
    {
      field: 'Holder',
      ours: policy.wallet_address,
      register: register.holder,
      agrees: walletKey(policy.wallet_address) === walletKey(register.holder),
    },
    { field: 'Product', ours: code, register: register.product, agrees: code === register.product },
    {
      field: 'Status',
      ours: STATUS_LABELS[policy.status],
      register: STATUS_LABELS[register.status],
      agrees: status === register.status,
    },
    {
      field: 'Cover',
      ours: policy.amount,
      register: register.cover,
      agrees: policy.amount === register.cover,
    },
    {
      field: 'Paid out',
      ours: policy.paid_out_usd,
      register: register.paidOut,
      agrees: policy.paid_out_usd === register.paidOut,
    },
    {
      field: 'Start',
      ours: from,
      register: register.start,
      agrees: from === null || from === register.start,
    },
    { field: 'End', ours: until, register: register.end, agrees: until === register.end },
  ];
}
