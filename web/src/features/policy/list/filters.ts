import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { isFound } from '#domain/search.ts';

export interface PolicyFilters {
  search: string;
  type: ProductKey | 'all';
  status: PolicyAnswer['status'] | 'all';
}

export const NO_FILTERS: PolicyFilters = { search: '', type: 'all', status: 'all' };

export function isFiltering(filters: PolicyFilters): boolean {
  return filters.search.trim() !== '' || filters.type !== 'all' || filters.status !== 'all';
}

export function filterPolicies(policies: readonly PolicyAnswer[], filters: PolicyFilters): PolicyAnswer[] {
  return policies.filter((policy) => {
    if (filters.type !== 'all' && policy.policy_type !== filters.type) return false;
    if (filters.status !== 'all' && policy.status !== filters.status) return false;
    const text = `${policy.policy_number}\n${policy.product_reference}\n${PRODUCTS[policy.policy_type].label}`;
    return isFound(text, filters.search);
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
