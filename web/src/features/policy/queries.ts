import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { SignedConsent } from '../../../../domain/policy/consent.ts';
import { policyDetailAnswer } from '../../../../domain/policy/schema.ts';
import {
  beneficiaryAnswer,
  type CancellationAnswer,
  type CancellationPreview,
  cancellationAnswer,
  cancellationPreview,
  contactAnswer,
  nicknameAnswer,
  renewAnswer,
} from '../../../../domain/policy/service-schema.ts';
import { type Replaced, withdrawalAnswer } from '../../../../domain/policy/withdrawal-schema.ts';
import { api } from '../../lib/api/api.ts';
import { orMissing } from '../../lib/api/errors.ts';
import { PENDING_REFRESH_MS } from '../../lib/api/policies-query.ts';

/** One policy with its insured details; null if it does not exist or belongs to another wallet. */
export function policyQuery(address: string, id: number, type: string) {
  const query = new URLSearchParams({ policy_type: type, wallet_address: address });
  return queryOptions({
    queryKey: ['policies', address, id, type],
    queryFn: ({ signal }) =>
      orMissing(api.get(`/insurance/policy/${id}?${query}`, policyDetailAnswer, signal)),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
  });
}

/** The refund of a cancellation now. It is requested each time, because it changes daily. */
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
    // Coming back from the wallet must not replace what is being signed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Requests the cancellation with the holder's consent. Repeating the request changes nothing. */
export async function cancelPolicy(id: number, consent: SignedConsent): Promise<CancellationAnswer> {
  return (await api.post(`/insurance/policy/${id}/cancel`, consent, cancellationAnswer)).data;
}

/** Takes a requested cancellation back where no contract keeps the consent. */
export async function withdrawCancellation(id: number): Promise<void> {
  await api.delete(`/insurance/policy/${id}/cancel`, policyDetailAnswer);
}

/** Withdraws from the contract. Repeating the request changes nothing. */
export async function withdrawFromContract(id: number, replaced: Replaced): Promise<void> {
  await api.post(`/insurance/policy/${id}/withdraw`, { replaced }, withdrawalAnswer);
}

export async function renewPolicy(id: number): Promise<z.output<typeof renewAnswer>> {
  return (await api.post(`/insurance/policy/${id}/renew`, {}, renewAnswer)).data;
}

export interface Editable {
  nickname: string | null;
  email: string;
  telephone: string;
  beneficiary: string | null;
}

export async function saveChanges(id: number, before: Editable, next: Editable): Promise<void> {
  const { nickname, email, telephone, beneficiary } = next;
  if (nickname !== before.nickname) {
    await api.patch(`/insurance/policy/${id}/nickname`, { nickname }, nicknameAnswer);
  }
  if (email !== before.email || telephone !== before.telephone) {
    await api.patch(`/insurance/policy/${id}/contact`, { email, telephone }, contactAnswer);
  }
  if (beneficiary !== before.beneficiary) {
    await api.patch(`/insurance/policy/${id}/beneficiary`, { beneficiary }, beneficiaryAnswer);
  }
}
