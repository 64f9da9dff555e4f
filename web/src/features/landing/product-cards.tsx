import { ArrowRight } from 'lucide-react';
import { PRODUCT_COUNT, PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';

export function ProductCards() {
  return (
    <section id="products" aria-labelledby="products-title" className="page py-16">
      <h2 id="products-title" className="text-3xl">
        {PRODUCT_COUNT} kinds of cover
      </h2>
      <p className="mt-2 text-muted">Prices in US dollars, paid in the currency of your choice.</p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {PRODUCT_KEYS.map((product) => {
          const { label, startingPrice, priceIsLeast, coverageCeiling, summary } = PRODUCTS[product];
          const Picture = PRODUCT_PICTURES[product];
          return (
            <li key={product} className="flex">
              <Card className="flex w-full flex-col p-6">
                <Picture className="h-16 self-start text-ink" />
                <h3 className="mt-5 text-xl">{label}</h3>
                <p className="mt-2 grow text-muted">{summary}</p>
                <p className="figures mt-5 text-2xl font-semibold tracking-tight">
                  {priceIsLeast && (
                    <span className="text-sm font-normal tracking-normal text-muted">from </span>
                  )}
                  {startingPrice}
                </p>
                <p className="figures text-sm text-muted">Coverage up to {coverageCeiling}</p>
                <ButtonLink
                  to="/quote/$type"
                  params={{ type: product }}
                  variant="secondary"
                  className="mt-6"
                  aria-label={`Get Quote: ${label}`}
                >
                  Get Quote
                  <ArrowRight aria-hidden />
                </ButtonLink>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
