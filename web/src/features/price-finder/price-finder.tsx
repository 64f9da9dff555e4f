import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey, shortName } from '#domain/products/index.ts';
import { onSight } from '#web/lib/beacon.ts';
import { checkTerm, defaultTerm, type Term } from '#web/lib/term.ts';
import { useToday } from '#web/lib/today.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { PhoneFold } from '#web/ui/phone-fold.tsx';
import { PriceLines } from '#web/ui/price-lines.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { ChoiceFields, TermFields } from '#web/ui/term-fields.tsx';

const seen = onSight('price_seen');

const PRODUCT_OPTIONS = PRODUCT_KEYS.map((value) => {
  const Picture = PRODUCT_PICTURES[value];
  return { value, label: shortName(value), picture: <Picture className="h-9 max-w-full" /> };
});

export default function PriceFinder() {
  const today = useToday(true);
  const [product, setProduct] = useState<ProductKey>('home');
  const [chosen, setTerm] = useState<Term | null>(null);
  const term = chosen ?? defaultTerm(product, today);
  const [choice, setChoice] = useState(PRODUCTS.home.defaultChoice);
  const check = checkTerm(product, choice, term, today);
  const { price } = check;

  function choose(next: ProductKey): void {
    setProduct(next);
    setTerm(null);
    setChoice(PRODUCTS[next].defaultChoice);
  }

  return (
    <Card className="mt-5 grid md:mt-8 lg:grid-cols-[1fr_24rem]">
      <div className="flex flex-col gap-2 p-4 sm:p-8 md:gap-6">
        <Segments legend="What to insure" options={PRODUCT_OPTIONS} value={product} onChange={choose} />
        <PhoneFold title="Change cover and dates" titleClass="text-teal md:hidden">
          <div className="flex flex-col gap-6 pt-2">
            <ChoiceFields product={product} choice={choice} onChange={setChoice} />
            <TermFields product={product} term={term} check={check} today={today} onChange={setTerm} />
            <p className="text-sm text-muted">
              Days are counted in UTC; the last day is covered to its end. The premium is for the whole term,
              paid once.
            </p>
          </div>
        </PhoneFold>
      </div>
      <div className="border-line p-4 max-lg:border-t sm:p-8 lg:border-l">
        <div aria-live="polite" className="min-h-18">
          <p className="text-sm text-muted">Premium for the whole term</p>
          {price ? (
            <p ref={seen} className="figures text-4xl font-semibold tracking-tight">
              {formatUsd(price.premium)}
            </p>
          ) : (
            <p className="mt-1 text-muted">Choose available dates to see the price.</p>
          )}
        </div>
        <PhoneFold title="How it adds up" titleClass="text-teal md:hidden" className="md:mt-4">
          <PriceLines choice={choice} price={price} />
        </PhoneFold>
        {price && term.start !== null && term.end !== null ? (
          <ButtonLink
            to="/quote/$type"
            params={{ type: product }}
            search={{
              start: formatDay(term.start),
              end: formatDay(term.end),
              coverage: choice.coverage,
              deductible: choice.deductible,
            }}
            wide
            size="large"
            className="mt-2 md:mt-6"
          >
            Get Quote
            <ArrowRight aria-hidden />
          </ButtonLink>
        ) : (
          <p className="mt-6 rounded-[10px] bg-sunken px-4 py-3.5 text-center text-muted">
            Get Quote needs both dates
          </p>
        )}
      </div>
    </Card>
  );
}
