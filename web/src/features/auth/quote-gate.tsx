import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PRODUCTS, type ProductKey } from '../../../../domain/products/index.ts';
import { closeConnectDialog, connectDialog, openConnectDialog } from '../../state/connect-dialog.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PRODUCT_PICTURES } from '../../ui/illustrations.tsx';
import { EmptyState } from '../../ui/states.tsx';

/**
 * A visitor at a quote: the connect dialog opens over this page, and once a wallet is connected the form takes its place
 * at the same address. Whoever closes the dialog still has both ways from here.
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
            <Link to="/" className={buttonClass({ variant: 'secondary' })}>
              Back to the home page
            </Link>
          </>
        }
      >
        Your {label.toLowerCase()} form opens here as soon as a wallet is connected. Prices are on the home
        page, no wallet needed.
      </EmptyState>
    </div>
  );
}
