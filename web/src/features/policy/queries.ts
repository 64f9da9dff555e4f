import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { policyAnswer, policyDetailAnswer } from '../../../../domain/policy/schema.ts';
import {
  beneficiaryAnswer,
  type CancellationAnswer,
  type CancellationPreview,
  cancellationAnswer,
  cancellationPreview,
  contactAnswer,
  renewAnswer,
} from '../../../../domain/policy/service-schema.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/errors.ts';

/** Delay after the address is known before policies are fetched again on their own (pending ones change by themselves). */
const PENDING_REFRESH_MS = 5_000;

/** All policies of a wallet, newest first; while one is pending the list renews itself. */
export function policiesQuery(address: string) {
  return queryOptions({
    queryKey: ['policies', address],
    queryFn: ({ signal }) => api.all(`/insurance/active-policies/${address}`, z.array(policyAnswer), signal),
    refetchInterval: ({ state }) =>
      state.data?.some((policy) => policy.status === 'pending') ? PENDING_REFRESH_MS : false,
  });
}

/** One policy with its insured details. A policy that does not exist or is not this wallet's is null. */
export function policyQuery(address: string, id: number, type: string) {
  const query = new URLSearchParams({ policy_type: type, wallet_address: address });
  return queryOptions({
    queryKey: ['policies', address, id, type],
    queryFn: async ({ signal }) => {
      try {
        return await api.get(`/insurance/policy/${id}?${query}`, policyDetailAnswer, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
  });
}

/** What cancelling now would give back; asked anew each time, because it changes with the day. */
export function cancellationQuery(address: string, id: number) {
  return queryOptions({
    queryKey: ['cancellation', address, id],
    queryFn: async ({ signal }): Promise<CancellationPreview> => {
      const { data } = await api.post(
        `/insurance/policy/${id}/cancel?preview=true`,
        {},
        cancellationPreview,
        signal,
      );
      return data;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Asks for the cancellation; asking again changes nothing. */
export async function cancelPolicy(id: number): Promise<CancellationAnswer> {
  return (await api.post(`/insurance/policy/${id}/cancel`, {}, cancellationAnswer)).data;
}

/** A draft for the term that follows, with everything filled in. */
export async function renewPolicy(id: number): Promise<z.output<typeof renewAnswer>> {
  return (await api.post(`/insurance/policy/${id}/renew`, {}, renewAnswer)).data;
}

/** Who is to be reached, and who is paid if the holder cannot be. */
export interface People {
  email: string;
  telephone: string;
  beneficiary: string | null;
}

/** Stores what has changed from `before` to `next`, and nothing else. */
export async function savePeople(id: number, before: People, next: People): Promise<void> {
  const { email, telephone, beneficiary } = next;
  if (email !== before.email || telephone !== before.telephone) {
    await api.patch(`/insurance/policy/${id}/contact`, { email, telephone }, contactAnswer);
  }
  if (beneficiary !== before.beneficiary) {
    await api.patch(`/insurance/policy/${id}/beneficiary`, { beneficiary }, beneficiaryAnswer);
  }
}
