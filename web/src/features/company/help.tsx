import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { MAX_DOCUMENTS_PER_CLAIM } from '../../../../domain/files.ts';
import { PRODUCT_KEYS, shortName } from '../../../../domain/products/index.ts';
import { CLAIM_REVIEW_PROMISE, KEPT, PROMISES, SUPPORT_HOURS } from '../../../../domain/promises.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type Part, TextPage } from './text-page.tsx';

const PARTS: readonly Part[] = [
  {
    id: 'connect',
    title: 'Connect a wallet',
    body: (
      <>
        <p>
          Press Connect Wallet at the top of any page and choose yours: MetaMask, Coinbase Wallet, any other
          browser wallet that is installed, a Polkadot wallet such as SubWallet, or a wallet on your telephone
          by WalletConnect. The list says of each whether it is on offer here; a wallet that is not installed
          yet leads to its own download page.
        </p>
        <p>
          Connecting shows us your public address and nothing else. To see your own policies you then sign in:
          your wallet signs a short text, which is free and moves no money. A sign-in lasts{' '}
          {KEPT.sessionHours} hours.
        </p>
        <p>
          Nobody of ours will ever ask for your private key or recovery phrase. Whoever asks for it wants your
          money.
        </p>
      </>
    ),
  },
  {
    id: 'pay',
    title: 'Get a quote and pay',
    body: (
      <>
        <ol>
          <li>
            Choose what to insure (
            {PRODUCT_KEYS.map((type, index) => (
              <Fragment key={type}>
                {index > 0 && ', '}
                <TextLink to="/quote/$type" params={{ type }}>
                  {shortName(type).toLowerCase()}
                </TextLink>
              </Fragment>
            ))}
            ), fill in the form and read what is covered. The price follows your dates, line by line.
          </li>
          <li>Proceed to Payment. Choose network and currency and give your email address.</li>
          <li>
            Press Pay and confirm in your wallet. What it shows is what you pay, to the last digit, plus the
            network’s own fee. The price holds for {KEPT.quoteMinutes} minutes and is then renewed.
          </li>
          <li>
            Wait for the network. The confirmation page follows your payment; you may close it, and the policy
            still appears under <TextLink to="/my-policies">My Policies</TextLink>.
          </li>
        </ol>
        <h3>I paid, where is my policy?</h3>
        <p>
          A confirmed payment becomes a policy within minutes, whatever happened to your browser. If it has
          not, <TextLink to="/find-payment">look it up by its transaction hash</TextLink>: you get one
          sentence that says where it stands.
        </p>
        <h3>My wallet is on another network</h3>
        <p>
          You can read everything on any network. To pay, press Switch; if your wallet does not know the
          network yet, it offers to add it.
        </p>
      </>
    ),
  },
  {
    id: 'policy',
    title: 'Your policy',
    body: (
      <p>
        Open it under <TextLink to="/my-policies">My Policies</TextLink>. There you find your certificate as a
        PDF, can have it sent to you within {PROMISES.certificateEmailHours} hours, name a beneficiary, change
        how we reach you, and renew before it ends. It never renews by itself.
      </p>
    ),
  },
  {
    id: 'claim',
    title: 'Make a claim',
    body: (
      <>
        <p>
          <TextLink to="/submit-claim">Submit Claim</TextLink> asks for the policy, the date, the amount and
          what happened. Add up to {MAX_DOCUMENTS_PER_CLAIM} files (JPEG, PNG or PDF, 10 MB each), now or
          later. What each kind of insurance needs stands under <TextLink to="/services">services</TextLink>.
        </p>
        <p>
          We review it within {CLAIM_REVIEW_PROMISE}. <TextLink to="/my-claims">My Claims</TextLink> shows
          where it stands, who acts next and by when. An approved claim is paid within {PROMISES.payoutHours}{' '}
          hours to the wallet that holds the policy.
        </p>
        <p>
          If we refuse it, the claim’s page says why. Answer there and add what we have missed; we look at it
          again.
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    title: 'Cancel',
    body: (
      <p>
        Press Cancel policy on its page. You see what you get back before you confirm, and you stay covered
        until the refund is on chain. The rules stand in the{' '}
        <TextLink to="/terms" hash="cancel">
          terms
        </TextLink>
        .
      </p>
    ),
  },
  {
    id: 'verify',
    title: 'Show somebody that you are insured',
    body: (
      <p>
        Give them your certificate: its QR code leads to a public page that reads the registry straight from
        the chain. Or let them enter the policy’s id under <TextLink to="/verify">verify a policy</TextLink>.
        How that works, and how to prove what exactly is insured, is in the{' '}
        <TextLink to="/documentation">documentation</TextLink>.
      </p>
    ),
  },
  {
    id: 'lost',
    title: 'I have lost my wallet',
    body: (
      <p>
        Write to us as soon as you can, with your certificate. A policy can be moved to another wallet; it
        takes two of our roles and two days, so that nobody can do it behind your back. Your cover goes on
        meanwhile.
      </p>
    ),
  },
];

export function HelpPage() {
  return (
    <TextPage
      title="Help"
      lead="How to do what people come here for, and where to turn when it does not work."
      parts={PARTS}
      contents
      after={
        <Card className="mt-14 p-6 sm:p-8">
          <h2 className="text-lg">Talk to somebody</h2>
          <p className="mt-1 max-w-xl text-muted">
            {SUPPORT_HOURS}. We reply to messages within {PROMISES.replyHours} hours, to email within{' '}
            {PROMISES.emailReplyHours} hours of these.
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <Link to="/support" className={buttonClass()}>
              Open the Support Center
            </Link>
            <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
              Contact us without a wallet
            </Link>
          </div>
        </Card>
      }
    />
  );
}
