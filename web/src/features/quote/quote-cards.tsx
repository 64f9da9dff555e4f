import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/products/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PRODUCT_PICTURES } from '../../ui/illustrations.tsx';

export function QuoteCards() {
  return (
    <section aria-labelledby="get-quote" className="flex flex-col gap-5">
      <h2 id="get-quote" className="text-2xl">
        Get a new quote
      </h2>
      <ul className="grid gap-5 sm:grid-cols-3">
        {PRODUCT_KEYS.map((product) => {
          const { label, startingPrice, priceIsLeast, coverageCeiling } = PRODUCTS[product];
          const Picture = PRODUCT_PICTURES[product];
          return (
            <li key={product}>
              <Card className="flex h-full flex-col p-5">
                <Picture className="h-11 self-start text-ink" />
                <h3 className="mt-4 text-lg">{label}</h3>
                <p className="figures mt-1 grow text-[0.9375rem] text-muted">
                  {priceIsLeast && 'From '}
                  {startingPrice}, coverage up to {coverageCeiling}
                </p>
                <ButtonLink
                  to="/quote/$type"
                  params={{ type: product }}
                  aria-label={`Get Quote: ${label}`}
                  variant="secondary"
                  size="small"
                  className="mt-4"
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
