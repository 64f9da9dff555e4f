import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import type { exceptionDetail } from '../../../../../domain/admin/records-schema.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { longDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LongHash } from '../../../ui/chain.tsx';
import { PanelSection } from '../parts/panel.tsx';
import { matchException } from './queries.ts';

interface MatchProps {
  exception: z.output<typeof exceptionDetail>;
  mayMatch: boolean;
  onDone: () => unknown;
}

/** The quotes that a payment without a remark could buy: of the same sender and amount, open when it arrived. */
export function Match({ exception, mayMatch, onDone }: MatchProps) {
  const match = useMutation({
    mutationFn: (quoteId: string) => matchException(exception.id, quoteId),
    onSettled: () => onDone(),
  });
  const { candidates, reason } = exception;
  if (exception.status !== 'open' || (reason !== 'unmarked' && candidates.length === 0)) return null;
  return (
    <PanelSection title="Matching quotes">
      {candidates.length === 0 ? (
        <p className="text-muted">
          No unpaid quote of this sender for this amount was open when the transfer arrived.
        </p>
      ) : (
        <>
          <p className="text-muted">
            Same sender, same amount, open when the transfer arrived. The policy is then paid by this
            transfer, with cover from its block.
          </p>
          <ul aria-label="Matching quotes" className="mt-2 flex flex-col divide-y divide-line">
            {candidates.map((quote) => (
              <li key={quote.quote_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span>
                  {PRODUCTS[quote.insurance_type].label}, {formatUsd(quote.premium_usd)} for{' '}
                  {formatUsd(quote.coverage_usd)} of cover, {longDate(quote.start_date)} –{' '}
                  {longDate(quote.end_date)}
                  <LongHash text={quote.quote_id} copy="Copy quote id" />
                </span>
                {mayMatch && (
                  <Button
                    size="dense"
                    busy={match.isPending && match.variables === quote.quote_id}
                    disabled={match.isPending}
                    onClick={() => match.mutate(quote.quote_id)}
                  >
                    Let it buy this quote
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {match.isError && (
        <p role="alert" className="text-coral">
          {messageOf(match.error)}
        </p>
      )}
    </PanelSection>
  );
}
