import { ofAllProducts } from '#domain/products/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function UnknownProduct() {
  return (
    <div className="page py-16">
      <h1 className="sr-only">Quote</h1>
      <EmptyState
        title="Insurance type not found"
        actions={<ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>}
      >
        We insure {ofAllProducts(({ plural }) => plural)}.
      </EmptyState>
    </div>
  );
}
