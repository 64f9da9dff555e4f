import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as changeApi from '#domain/policy/change-api.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { quoteToStore } from '#web/lib/quote-to-store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { StoredQuote } from './record.ts';

/** The form shows before what pays for it has loaded. */
export const ChangePrice = lazyPart(async () => ({
  default: (await import('./change-price.tsx')).ChangePrice,
}));

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

/** A change as the browser keeps what it is about to pay. Its id is the change's own, so that a reload finds it again. */
export function changeToStore(preview: ChangePreview): StoredQuote | null {
  const { price, draft_id, choices, details } = preview;
  if (price === null || draft_id === null) return null;
  return quoteToStore({
    id: draft_id,
    product: preview.insurance_type,
    term: { start: preview.policy_start_date, end: preview.policy_end_date },
    price: {
      premium: price.premium_usd,
      days: price.days,
      coverage: choices.coverage_usd,
      deductible: choices.deductible_usd,
    },
    children: [],
    values: details,
    draftId: draft_id,
  });
}
