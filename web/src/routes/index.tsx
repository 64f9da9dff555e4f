import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { Landing } from '../features/landing/landing.tsx';
import { PriceFinder } from '../features/price-finder/price-finder.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const Figures = lazy(() => import('../features/registry/figures.tsx'));

function HomePage() {
  const figures = (
    <WhenNear fallback={<div aria-hidden className="min-h-232 sm:min-h-112" />}>
      <Figures />
    </WhenNear>
  );
  return <Landing finder={<PriceFinder />} figures={figures} />;
}

export const Route = createFileRoute('/')({ component: HomePage });
