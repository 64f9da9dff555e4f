import { PRODUCT_KEYS, PRODUCTS } from '../../../../../domain/products/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AttemptNotice } from './attempt-notice.tsx';

export function NoQuote() {
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <AttemptNotice />
      <EmptyState
        title="No Quote Found"
        actions={
          <>
            {PRODUCT_KEYS.map((type) => (
              <ButtonLink key={type} to="/quote/$type" params={{ type }} variant="secondary">
                {PRODUCTS[type].label}
              </ButtonLink>
            ))}
            <ButtonLink to="/dashboard" variant="quiet">
              Dashboard
            </ButtonLink>
          </>
        }
      >
        Get a quote first, then come here to pay for it.
      </EmptyState>
    </div>
  );
}
