import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { Operator } from '#domain/operator.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { formatDeductible } from '#domain/products/choice.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { type NoClaims, price } from '#domain/quote/pricing.ts';
import { longDate } from '#web/lib/format.ts';
import { quoteDays, type StoredQuote } from '#web/state/purchase.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { InsurerNote } from '#web/ui/insurer-note.tsx';
import { quoteChoice } from './quote-choice.ts';

interface SummaryCardProps {
  quote: StoredQuote;
  noClaims: NoClaims | null;
  /** Undefined while unknown. */
  operator: Operator | null | undefined;
}

/** What is being bought. The figures follow from product and dates, because browser storage proves nothing. */
export function SummaryCard({ quote, noClaims, operator }: SummaryCardProps) {
  const product = quote.details.insuranceTypeKey;
  const Picture = PRODUCT_PICTURES[product];
  const { startDate, endDate } = quoteDays(quote);
  const { days, premium, coverage, deductible, lines, shares, insured } = price(
    product,
    quoteChoice(quote),
    parseDay(startDate) ?? 0,
    parseDay(endDate) ?? 0,
    noClaims,
    quote.details.children,
  );
  const early = PRODUCTS[product].trip
    ? coverStartText({ coverStart: formatDay(dayOf(Date.now())), start: startDate }, Date.now())
    : null;
  return (
    <Card className="p-6" aria-labelledby="summary-title">
      <div className="flex items-center justify-between gap-4">
        <h2 id="summary-title" className="text-xl">
          Policy summary
        </h2>
        <Picture className="h-10 text-ink" />
      </div>
      <FactList
        className="mt-3"
        rows={[
          ['Insurance', PRODUCTS[product].label],
          ['Start', longDate(startDate)],
          ['End', longDate(endDate)],
          ['Coverage period', `${days} ${days === 1 ? 'day' : 'days'}`],
          ...(shares.length > 1
            ? ([
                ['Travelers', String(shares.length)],
                ['Coverage for each traveler', formatUsd(coverage)],
              ] as const)
            : []),
          [shares.length > 1 ? 'Coverage in all' : 'Coverage', formatUsd(insured)],
          ['Deductible', formatDeductible(deductible)],
          // A single line is the total.
          ...(lines.length > 1 ? lines : []).map(
            ({ label, cents }) => [label, formatUsd(cents / 100)] as const,
          ),
        ]}
      >
        <div className="flex items-baseline justify-between pt-4">
          <dt className="font-semibold">Total premium</dt>
          <dd className="figures text-2xl font-semibold tracking-tight">{formatUsd(premium)}</dd>
        </div>
      </FactList>
      {early && <p className="mt-4 text-sm text-muted">{early}.</p>}
      <InsurerNote operator={operator} />
    </Card>
  );
}
