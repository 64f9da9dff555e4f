import { createFileRoute } from '@tanstack/react-router';
import { Landing } from '#web/features/landing/landing.tsx';
import { PriceSection } from '#web/features/price-finder/price-section.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

const PriceFinder = lazyPart(() => import('#web/features/price-finder/price-finder.tsx'));
const Figures = lazyPart(() => import('#web/features/registry/figures.tsx'));

function HomePage() {
  const figuresPlace = <div aria-hidden className="min-h-100 sm:min-h-112" />;
  const finderPlace = <div className="min-h-109 sm:min-h-144" />;
  const figures = (
    <WhenNear fallback={figuresPlace}>
      <Figures fallback={figuresPlace} />
    </WhenNear>
  );
  const finder = (
    <PriceSection>
      <WhenNear fallback={finderPlace}>
        <PriceFinder fallback={finderPlace} />
      </WhenNear>
    </PriceSection>
  );
  return <Landing finder={finder} figures={figures} />;
}

export const Route = createFileRoute('/')({ component: HomePage });
