import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { Landing } from '../features/landing/landing.tsx';
import { PriceSection } from '../features/price-finder/price-section.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const PriceFinder = lazy(() => import('../features/price-finder/price-finder.tsx'));
const Figures = lazy(() => import('../features/registry/figures.tsx'));

function HomePage() {
  const figures = (
    <WhenNear fallback={<div aria-hidden className="min-h-232 sm:min-h-112" />}>
      <Figures />
    </WhenNear>
  );
  const finder = (
    <WhenNear
      fallback={
        <PriceSection>
          <div className="min-h-252 sm:min-h-144" />
        </PriceSection>
      }
    >
      <PriceFinder />
    </WhenNear>
  );
  return <Landing finder={finder} figures={figures} />;
}

export const Route = createFileRoute('/')({ component: HomePage });
