import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import * as quoteApi from '#domain/quote/api.ts';
import { type QuoteFacts, REVIEW_NOTICE, underwrite } from '#domain/quote/underwriting.ts';
import { api } from '#web/lib/api/api.ts';
import { Notice } from '#web/ui/states.tsx';
import type { FormOutput, FormValues } from './details-form.tsx';

/** By which facts we decline and review. The server decides; this lets the form say it in time. */
const underwritingQuery = api.query(quoteApi.getUnderwriting, {}, { staleTime: 60_000 });

/**
 * What our rules say about the form as it is filled in. How many policies the wallet has is known only to the server, which
 * answers with the quote.
 */
export function UnderwritingNotice({
  control,
  ...facts
}: { control: Control<FormValues, unknown, FormOutput> } & Omit<QuoteFacts, 'heldPolicies' | 'details'>) {
  const details = useWatch({ control });
  const { data: rules } = useQuery(underwritingQuery);
  if (!rules) return null;
  const { outcome, findings } = underwrite({ ...facts, details, heldPolicies: 0 }, rules);
  if (outcome === 'accept') return null;
  return (
    <div className="mt-5 text-sm">
      <Notice tone={outcome === 'decline' ? 'danger' : 'waiting'}>
        {findings.map(({ rule, text }) => (
          <p key={rule}>{text}</p>
        ))}
        {outcome === 'review' && <p className="mt-2">{REVIEW_NOTICE}</p>}
      </Notice>
    </div>
  );
}
