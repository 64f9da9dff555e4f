import type { ReactNode } from 'react';

/** The landing page's part with the price, whose content loads when it is near. */
export function PriceSection({ children }: { children: ReactNode }) {
  return (
    <section id="price" aria-labelledby="price-title" className="page scroll-mt-20 py-6 md:py-16">
      <h2 id="price-title" className="text-2xl md:text-3xl">
        What would it cost?
      </h2>
      <p className="mt-2 text-muted max-md:text-sm">
        Choose your cover and dates. You don’t need a wallet for a price, and nothing is stored.
      </p>
      {children}
    </section>
  );
}
