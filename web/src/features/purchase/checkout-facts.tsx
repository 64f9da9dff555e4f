import type { ReactNode } from 'react';
import { hasContract } from '#domain/chains.ts';
import { sentenceOf } from '#domain/clear-signing/show.ts';
import { formatUnits } from '#domain/money.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AddressText, exactAmount, FactList, type FactListProps } from '#web/ui/values.tsx';
import { WalletWords } from '#web/ui/wallet-shows.tsx';
import { PayFailure } from './pay.ts';
import { beforehand, FROM_WALLET } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';

/** How a failure of the payment is told: what it means for the money, and where to go from there. */
export function failureWords(error: Error | null) {
  const failure = error instanceof PayFailure ? error : null;
  const lost = failure !== null && !failure.nothingSent;
  const failed = lost ? 'The wallet did not answer as expected' : 'The payment was not sent';
  const children = failure && (
    <p className="mt-1">
      {lost
        ? 'We can’t tell whether it paid. Please check your wallet first: if it did, your policy will appear under My Policies, so please do not pay again.'
        : 'You haven’t paid anything. Your quote is still here, so you can try again.'}
    </p>
  );
  const actions = (
    <>
      {lost && (
        <ButtonLink to="/find-payment" size="small">
          I paid, where is my policy?
        </ButtonLink>
      )}
      {failure && <CopyDetails text={failure.details} />}
      <ButtonLink to="/support" variant="secondary" size="small">
        Contact support
      </ButtonLink>
    </>
  );
  return { failed, help: { children, actions } };
}

/** What the wallet will ask, and in how many steps; null where it has no words for it. */
export function walletSentence(checkout: Checkout): string | null {
  const { payment, authorization, currency, fromWallet, fee } = checkout;
  if (fromWallet) return FROM_WALLET;
  if (payment === null) return null;
  const before = fee && beforehand(authorization, currency.symbol);
  return before ?? (payment.shown && `Your wallet will show “${sentenceOf(payment.shown)}”.`);
}

/** The wallet's own words about each of its questions, to compare. */
function Compare({ payment, authorization }: Pick<Checkout, 'payment' | 'authorization'>) {
  const { shown = null, signs = null } = payment ?? {};
  const signed = authorization === 'signature' || authorization === 'relay' ? signs : null;
  const next = authorization === 'signature' ? signs?.purchase : null;
  if (signed === null && shown === null) return null;
  return (
    <section aria-label="What your wallet asks you to confirm" className="mt-4">
      <h3 className="mb-1 text-sm font-normal tracking-normal text-muted">Your wallet asks you to confirm</h3>
      <WalletWords shown={signed ? signed.shown : shown} note={signed?.note} />
      {next && (
        <div className="mt-4">
          <WalletWords shown={next} />
        </div>
      )}
    </section>
  );
}

/** The network fee in words, while it is read, or when the network did not say. */
function networkFeeText({ fee, feeFailed, network, payment }: Checkout): ReactNode {
  if (fee === null) {
    if (payment === null) return 'shown with the exact price';
    return feeFailed ? (
      'your wallet will show it'
    ) : (
      <Skeleton className="inline-block h-4 w-32 align-middle" />
    );
  }
  if (fee.authorization === 'relay') return 'We pay the network fee';
  const native = network.currencies.find((entry) => entry.token === null);
  if (!native) return 'set by the network';
  // A fee is small, so two decimals would show many times as much.
  const text = `${formatUnits(fee.fee, native.decimals, 4)} ${native.symbol}`;
  const amount = Number.parseFloat(text) <= 0.0001 ? `below 0.0001 ${native.symbol}` : `about ${text}`;
  return fee.ownFee ? amount : `${amount}, paid by the account that sends it`;
}

/** Something to accept before a payment. */
export interface Term {
  key: string;
  text: ReactNode;
  note?: ReactNode;
}

/** What can be looked up about a price before it is paid, folded. */
export function PriceFacts({ checkout, facts }: { checkout: Checkout; facts: FactListProps['rows'] }) {
  const { amount, currency, fee, network, payment, authorization } = checkout;
  return (
    <Fold title="Rate, fee and what to compare" className="border-b max-sm:border-b-0">
      <FactList
        rows={[
          amount !== null && ['Exactly', exactAmount(amount, currency.decimals, currency.symbol)],
          ...(facts ?? []),
          [fee?.authorization === 'relay' ? 'Pay without gas' : 'Network fee', networkFeeText(checkout)],
          [
            hasContract(network.ref) ? 'Paid to the contract' : 'Paid to our account',
            <AddressText key="payee" address={network.payee} />,
          ],
        ]}
      />
      <Compare payment={payment} authorization={authorization} />
    </Fold>
  );
}

/** What is to be accepted on a network without our contract; nothing where one enforces the policy. */
export function networkTerms({ ref, name }: DeployedNetwork): readonly Term[] {
  if (hasContract(ref)) return [];
  const text = (
    <>
      I accept that on {name} I pay into Mooring’s own account, that Mooring’s servers keep the rules of my
      policy, and that nothing on the chain enforces its cover, a payout or a refund.
    </>
  );
  const note = (
    <TextLink to="/terms" hash="networks">
      Terms of this kind of network
    </TextLink>
  );
  return [{ key: ref, text, note }];
}
