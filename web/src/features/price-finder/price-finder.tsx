import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { dayOf, formatDay } from '../../../../domain/days.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PRODUCT_KEYS, type ProductKey, shortName } from '../../../../domain/products/index.ts';
import { onSight } from '../../lib/beacon.ts';
import { cn } from '../../lib/cn.ts';
import { checkTerm, defaultTerm, type Term } from '../../lib/term.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PRODUCT_PICTURES } from '../../ui/illustrations.tsx';
import { PriceLines } from '../../ui/price-lines.tsx';
import { TermFields } from '../../ui/term-fields.tsx';

const seen = onSight('price_seen');

function ProductChoice({ value, onChange }: { value: ProductKey; onChange: (product: ProductKey) => void }) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">What to insure</legend>
      <div className="mt-1.5 grid grid-cols-3 gap-2 sm:gap-3">
        {PRODUCT_KEYS.map((product) => {
          const Picture = PRODUCT_PICTURES[product];
          const chosen = product === value;
          return (
            <label
              key={product}
              className={cn(
                'flex cursor-pointer flex-col items-center gap-2 rounded-[10px] border px-2 pt-3 pb-2.5 text-[0.9375rem] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                chosen
                  ? 'border-teal bg-teal-soft font-medium'
                  : 'border-line-strong bg-surface hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="product"
                value={product}
                checked={chosen}
                onChange={() => onChange(product)}
                className="sr-only"
              />
              <Picture className="h-9 max-w-full" />
              {shortName(product)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

export function PriceFinder() {
  const [now] = useState(() => Date.now());
  const today = dayOf(now);
  const [product, setProduct] = useState<ProductKey>('home');
  const [term, setTerm] = useState<Term>(() => defaultTerm('home', now));
  const check = checkTerm(product, term, today);
  const { price } = check;

  function choose(next: ProductKey): void {
    setProduct(next);
    setTerm(defaultTerm(next, now));
  }

  return (
    <section id="price" aria-labelledby="price-title" className="page scroll-mt-20 py-16">
      <h2 id="price-title" className="text-3xl">
        What would it cost?
      </h2>
      <p className="mt-2 text-muted">
        Choose your dates and see. You don’t need a wallet for a price, and nothing is stored.
      </p>
      <Card className="mt-8 grid lg:grid-cols-[1fr_24rem]">
        <div className="flex flex-col gap-6 p-6 sm:p-8">
          <ProductChoice value={product} onChange={choose} />
          <TermFields product={product} term={term} check={check} today={today} onChange={setTerm} />
          <p className="text-sm text-muted">
            Days are counted in UTC; the last day is covered to its end. The premium is for the whole term,
            paid once.
          </p>
        </div>
        <div className="border-line p-6 max-lg:border-t sm:p-8 lg:border-l">
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
          <div className="mt-4">
            <PriceLines product={product} price={price} />
          </div>
          {price && term.start !== null && term.end !== null ? (
            <ButtonLink
              to="/quote/$type"
              params={{ type: product }}
              search={{ start: formatDay(term.start), end: formatDay(term.end) }}
              wide
              size="large"
              className="mt-6"
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
    </section>
  );
}
