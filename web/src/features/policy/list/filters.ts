import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { isFound } from '#domain/search.ts';

/** The parameters of the list's address. */
export interface PolicyFilters {
  search?: string | undefined;
  type?: ProductKey | undefined;
  status?: PolicyAnswer['status'] | undefined;
}

/** The filters in such parameters, which may be anything. */
export const policyFilters = ({
  search,
  type,
  status,
}: Readonly<Record<string, unknown>>): PolicyFilters => ({
  search: String(search ?? '') || undefined,
  type: PRODUCT_KEYS.find((key) => key === type),
  status: POLICY_STATUSES.find((key) => key === status),
});

export const isFiltering = ({ search = '', type, status }: PolicyFilters): boolean =>
  search.trim() !== '' || type !== undefined || status !== undefined;

export function filterPolicies(
  policies: readonly PolicyAnswer[],
  { search = '', type, status }: PolicyFilters,
): PolicyAnswer[] {
  return policies.filter((policy) => {
    if (type !== undefined && policy.policy_type !== type) return false;
    if (status !== undefined && policy.status !== status) return false;
    const text = `${policy.policy_number}\n${policy.product_reference}\n${PRODUCTS[policy.policy_type].label}`;
    return isFound(text, search);
  });
}

export function statusesIn(policies: readonly PolicyAnswer[]): PolicyAnswer['status'][] {
  const order = ['active', 'pending', 'rejected', 'withdrawn', 'cancelled', 'expired'] as const;
  return order.filter((status) => policies.some((policy) => policy.status === status));
}

export const TYPE_FILTERS = [
  { value: 'all', label: 'All Types' },
  ...PRODUCT_KEYS.map((key) => ({ value: key as string, label: PRODUCTS[key].label })),
];
