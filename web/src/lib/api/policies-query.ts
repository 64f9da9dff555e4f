import { queryOptions, useQuery } from '@tanstack/react-query';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { api } from './api.ts';

/** Delay before pending policies are fetched again, since they change on their own. */
export const PENDING_REFRESH_MS = 5_000;

/** All policies of a wallet, newest first. The list refreshes while one is pending. */
export function policiesQuery(address: string) {
  return queryOptions({
    queryKey: ['policies', address],
    queryFn: ({ signal }) => api.all(policyApi.listPolicies, { wallet: address }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((policy) => policy.status === 'pending') ? PENDING_REFRESH_MS : false,
  });
}

/** A policy of the wallet; undefined while unknown, or if it has another holder now. */
export function usePolicy(address: string, id: number | null): PolicyAnswer | undefined {
  const { data } = useQuery({
    ...policiesQuery(address),
    enabled: id !== null,
    select: (policies) => policies.find((policy) => policy.id === id),
  });
  return data;
}

/** What tells it from the wallet's others. */
export const usePolicyName = (...of: Parameters<typeof usePolicy>) => usePolicy(...of)?.name;
