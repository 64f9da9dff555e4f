import { createFileRoute } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/products/index.ts';
import { signIn } from '../../features/auth/sign-in.ts';
import { type QuoteLink, QuoteScreen } from '../../features/quote/quote-screen.tsx';
import { UnknownProduct } from '../../features/quote/unknown-product.tsx';
import { pageTitle } from '../../lib/title.ts';
import { walletSession } from '../../state/wallet-session.ts';

const productOf = (type: string) => PRODUCT_KEYS.find((key) => key === type);
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

function QuotePage() {
  const product = productOf(Route.useParams().type);
  const link = Route.useSearch();
  const session = useSnapshot(walletSession);
  if (!product) return <UnknownProduct />;
  return (
    <QuoteScreen
      key={product}
      product={product}
      link={link}
      signedIn={session.signIn !== null}
      signIn={signIn}
    />
  );
}

export const Route = createFileRoute('/_wallet/quote/$type')({
  validateSearch: ({ start, end, coverage, deductible, draft }: Record<string, unknown>): QuoteLink => ({
    start: text(start),
    end: text(end),
    coverage: number(coverage),
    deductible: number(deductible),
    draft: text(draft),
  }),
  head: ({ params }) => {
    const product = productOf(params.type);
    return pageTitle(product ? `${PRODUCTS[product].label} quote` : 'Quote')();
  },
  component: QuotePage,
});
