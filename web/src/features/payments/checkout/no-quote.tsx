import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function NoQuote() {
  const quote = (type: 'home' | 'car' | 'travel', label: string) => (
    <Link to="/quote/$type" params={{ type }} className={buttonClass({ variant: 'secondary' })}>
      {label}
    </Link>
  );
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <EmptyState
        title="No Quote Found"
        actions={
          <>
            {quote('home', 'Home Insurance')}
            {quote('car', 'Car Insurance')}
            {quote('travel', 'Travel Insurance')}
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
