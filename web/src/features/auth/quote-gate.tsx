import { useEffect } from 'react';
import { PRODUCTS, type ProductKey } from '../../../../domain/products/index.ts';
import { closeConnectDialog, connectDialog, openConnectDialog } from '../../state/connect-dialog.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PRODUCT_PICTURES } from '../../ui/illustrations.tsx';
import { EmptyState } from '../../ui/states.tsx';

/**
 * A visitor at a quote. The connect dialog opens over this page, and the form replaces the page after connecting. Closing
 * the dialog keeps both ways forward.
 */
export default function QuoteGate({ product }: { product: ProductKey }) {
  useEffect(() => {
    connectDialog.inPlace = true;
    openConnectDialog();
    return () => {
      connectDialog.inPlace = false;
      closeConnectDialog();
    };
  }, []);
  const Picture = PRODUCT_PICTURES[product];
  const { label } = PRODUCTS[product];
  return (
    <div className="page py-12">
      <h1 className="sr-only">{label}</h1>
      <EmptyState
        title="Connect your wallet to get a quote"
        picture={<Picture className="h-20 text-ink" />}
        actions={
          <>
            <Button onClick={openConnectDialog}>Connect and continue</Button>
            <ButtonLink to="/" variant="secondary">
              Back to the home page
            </ButtonLink>
          </>
        }
      >
        Your {label.toLowerCase()} form opens here as soon as a wallet is connected. Prices are on the home
        page, no wallet needed.
      </EmptyState>
    </div>
  );
}
