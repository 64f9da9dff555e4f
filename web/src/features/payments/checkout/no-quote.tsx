import { Link } from '@tanstack/react-router';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../../domain/products/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function NoQuote() {
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <EmptyState
        title="No Quote Found"
        actions={
          <>
            {PRODUCT_KEYS.map((type) => (
              <Link
                key={type}
                to="/quote/$type"
                params={{ type }}
                className={buttonClass({ variant: 'secondary' })}
              >
                {PRODUCTS[type].label}
              </Link>
            ))}
            <Link to="/dashboard" className={buttonClass({ variant: 'quiet' })}>
              Dashboard
            </Link>
          </>
        }
      >
        Get a quote first, then come here to pay for it.
      </EmptyState>
    </div>
  );
}
