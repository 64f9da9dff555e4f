import { queryOptions } from '@tanstack/react-query';
import * as policyApi from '#domain/policy/api.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { PENDING_REFRESH_MS } from '#web/lib/api/policies-query.ts';

/** One policy with its insured details; null if it does not exist or belongs to another wallet. */
export const policyQuery = (address: string, id: number, type: string) =>
  api.findQuery(
    policyApi.getPolicy,
    { id, query: { policy_type: type, wallet_address: address } },
    {
      queryKey: ['policies', address, id, type],
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
    },
  );

/** The refund of a cancellation now. It is requested each time, because it changes daily. */
export const cancellationQuery = (address: string, id: number) =>
  queryOptions({
    queryKey: ['cancellation', address, id],
    queryFn: async ({ signal }) =>
      (await api.ask(
        policyApi.cancelPolicy,
        { id, query: { preview: 'true' } },
        { signal },
      )) as CancellationPreview,
    staleTime: 0,
    gcTime: 0,
    // Coming back from the wallet must not replace what is being signed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface Editable {
  nickname: string | null;
  email: string;
  telephone: string;
  beneficiary: string | null;
}

export async function saveChanges(id: number, before: Editable, next: Editable): Promise<void> {
  const { nickname, email, telephone, beneficiary } = next;
  if (nickname !== before.nickname) {
    await api.send(policyApi.updateNickname, { id, body: { nickname } });
  }
  if (email !== before.email || telephone !== before.telephone) {
    await api.send(policyApi.updateContact, { id, body: { email, telephone } });
  }
  if (beneficiary !== before.beneficiary) {
    await api.send(policyApi.updateBeneficiary, { id, body: { beneficiary } });
  }
}
