import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { Landing } from '../features/landing/landing.tsx';
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
    <WhenNear fallback={<div id="price" aria-hidden className="min-h-332 scroll-mt-20 sm:min-h-208" />}>
      <PriceFinder />
    </WhenNear>
  );
  return <Landing finder={finder} figures={figures} />;
}

export const Route = createFileRoute('/')({ component: HomePage });
