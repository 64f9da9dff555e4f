import { useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { longDate } from '#web/lib/format.ts';
import { ownTransaction } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import { AttemptNotice } from './attempt-notice.tsx';

/** Whoever comes back after buying learns what was bought in this tab, and doesn't look for it. */
function BoughtNotice() {
  const { wallet } = useSnapshot(walletSession);
  const bought = ownTransaction();
  if (!bought?.success || bought.policyId === null) return null;
  if (wallet === null || !sameWallet(wallet.address, bought.address)) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="good"
        actions={
          <ButtonLink
            to="/policy/$id"
            params={{ id: String(bought.policyId) }}
            search={{ type: bought.insuranceTypeKey }}
            variant="secondary"
            size="small"
          >
            View policy
          </ButtonLink>
        }
      >
        You bought {bought.type}: {bought.policyNumber}, until {longDate(bought.endDate)}. There is nothing
        more to pay.
      </Notice>
    </div>
  );
}

export function NoQuote() {
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <AttemptNotice />
      <BoughtNotice />
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
