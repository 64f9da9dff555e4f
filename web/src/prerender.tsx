import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { dayOf } from '#domain/days.ts';
import { OfflinePage } from './features/shell/offline-page.tsx';
import { createSiteRouter } from './router.tsx';

/** Pages that are the same for every visitor, with what a search engine shows below their title. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': 'Home, car and travel insurance that you buy with your wallet, and that anyone can verify on chain.',
  '/about': 'Who runs Mooring, where your premium goes, and what happens to your policy if we disappear.',
  '/accessibility':
    'How Mooring works with a keyboard, a screen reader and large text, and whom to tell if it doesn’t.',
  '/api-reference': 'Every call of the Mooring API with its parameters, answers and errors.',
  '/audit':
    'Check Mooring’s books yourself: premiums, payouts and the pool, read from the chain by your own browser.',
  '/community': 'Where to meet the people who use and build Mooring.',
  '/complaints': 'How to complain about Mooring, who decides, by when, and where to turn after that.',
  '/contact': 'Write to the people at Mooring. We answer by email.',
  '/cookie-policy': 'Mooring sets no cookies. What it keeps in your browser, and why.',
  '/documentation': 'How Mooring’s quotes, payments, policies, claims and registry work, step by step.',
  '/help': 'Answers about buying a policy with a wallet, making a claim, refunds and your data.',
  '/privacy': 'What Mooring knows about you, how it is encrypted, who sees it, and how to have it deleted.',
  '/quote/home':
    'What it costs to insure your home with Mooring: choose cover and dates, and see every line of the price.',
  '/quote/car':
    'What it costs to insure your car with Mooring: choose cover and dates, and see every line of the price.',
  '/quote/travel':
    'What it costs to insure a trip with Mooring: choose cover and dates, and see every line of the price.',
  '/services': 'What Mooring’s home, car and travel insurance covers, what it costs, and what it leaves out.',
  '/terms': 'The terms of Mooring’s insurance and of this site.',
  '/verify': 'Look up any Mooring policy in the public registry by its id, its link or its QR code.',
  '/withdraw': 'Withdraw from a policy within 14 days and get your premium back.',
};

/**
 * A page as a visitor without a wallet first sees it.
 * @returns its markup, the UTC day number that the markup is of, and the ids of its routes
 */
export async function render(path: string): Promise<{ markup: string; day: number; routes: string[] }> {
  const day = dayOf(Date.now());
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  for (const { error } of router.state.matches) if (error) throw error;
  const markup = await markupOf(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return { markup, day, routes: router.state.matches.map(({ routeId }) => routeId) };
}

/** The page that the service worker shows while the network is out of reach. */
export const renderOffline = (): Promise<string> => markupOf(<OfflinePage />);

async function markupOf(page: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  // A part that is too large for React's first chunk would need an inline script to find its place.
  const options = { progressiveChunkSize: Number.POSITIVE_INFINITY };
  const { prelude } = await prerender(page, { ...options, onError: (error) => void errors.push(error) });
  const markup = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return markup;
}
