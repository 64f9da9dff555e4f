import { formatUsd } from '#domain/money.ts';
import { leastPerYear, PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';

export function QuoteCards() {
  return (
    <section aria-labelledby="get-quote" className="flex flex-col gap-5">
      <h2 id="get-quote" className="text-2xl">
        Get a new quote
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3 sm:gap-5">
        {PRODUCT_KEYS.map((product) => {
          const { label, startingPrice, priceIsLeast, coverageCeiling } = PRODUCTS[product];
          const Picture = PRODUCT_PICTURES[product];
          return (
            <li key={product}>
              <Card className="flex h-full items-center gap-4 p-4 sm:flex-col sm:items-stretch sm:gap-0 sm:p-5">
                <Picture className="h-11 shrink-0 text-ink max-[26rem]:hidden sm:self-start" />
                <div className="min-w-0 grow sm:mt-4">
                  <h3 className="text-lg">{label}</h3>
                  <p className="figures mt-1 text-[0.9375rem] text-muted">
                    {priceIsLeast && `${formatUsd(leastPerYear(product))} a year, paid once: from `}
                    {startingPrice}, coverage up to {coverageCeiling}
                  </p>
                </div>
                <ButtonLink
                  to="/quote/$type"
                  params={{ type: product }}
                  aria-label={`Get Quote: ${label}`}
                  variant="secondary"
                  size="small"
                  className="shrink-0 sm:mt-4"
                >
                  Get Quote
                </ButtonLink>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
