import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as changeApi from '#domain/policy/change-api.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { contactOf } from '#domain/products/forms/facts.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import type { PaymentAttempt } from '#web/state/purchase.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { AttemptState } from '#web/wallet/payments.ts';

/** What a change of a policy's cover costs and gives back today, with the consent to sign. */
export function changeQuery(address: string, id: number, asked: ChangeRequest) {
  return queryOptions({
    queryKey: ['change', address, id, asked],
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
    // Coming back from the wallet must not replace what is being signed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.ask(
        changeApi.changePolicy,
        { id, query: { preview: 'true' }, body: asked },
        { signal },
      )) as ChangePreview,
  });
}

/** What the network says about a quote for which the wallet was asked to pay. */
export async function askAttempt({
  chainId,
  quoteId,
  validUntil,
  blocks,
}: PaymentAttempt): Promise<AttemptState> {
  const { payments } = await loadWallet();
  return payments.attemptState({
    chain: chainId,
    quoteId: quoteId as `0x${string}`,
    validUntil: Date.parse(validUntil) / 1000,
    blocks,
  });
}

const UNDER_WAY_REFRESH_MS = 5_000;

interface OwnDraft {
  email: string;
  paid: DraftPaid | null;
  noClaims: NoClaims | null;
}

/**
 * The wallet's own draft: its email address, for a reloaded payment page, whether it was paid, and the claim-free years
 * that lower its price. All are unknown once the draft is gone.
 */
export function draftQuery(draftId: string | undefined, enabled: boolean) {
  return queryOptions({
    queryKey: ['payment-draft', draftId],
    enabled: enabled && draftId !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OwnDraft> => {
      const draft = await api.find(quoteApi.getDraft, { id: draftId ?? '' }, { signal });
      if (draft === null) return { email: '', paid: null, noClaims: null };
      const email = contactOf(draft.insurance_type, spreadTravelers(draft.details), 'email');
      return { email, paid: draft.paid, noClaims: draft.no_claims };
    },
    // A payment under way may become a policy, or be canceled in the wallet.
    refetchInterval: ({ state }) => (state.data?.paid?.policy_id === null ? UNDER_WAY_REFRESH_MS : false),
  });
}
