import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../../../domain/money.ts';
import { ofAllProducts } from '../../../../domain/products/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MooringPicture } from '../../ui/illustrations.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { OPERATOR } from './operator.ts';
import { type Part, TextPage } from './text-page.tsx';

const covers = ofAllProducts(({ label, coverage }) => `${label.toLowerCase()} up to ${formatUsd(coverage)}`);

const PARTS: readonly Part[] = [
  {
    id: 'what',
    title: 'What we do',
    body: (
      <>
        <p>
          We sell {covers}. You get a price from a form, pay it from your wallet, and hold a policy from the
          moment your payment is on chain. A claim is made on this site and paid back to the same wallet, in
          the currency you paid with.
        </p>
        <p>
          There is no coin of ours, nothing to stake and nothing to speculate with. It is insurance. The chain
          is where it is written down.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why on a chain',
    body: (
      <>
        <h3>Anybody can check a policy</h3>
        <p>
          Who is covered, for how much and until when stands in a public registry that we cannot rewrite. A
          landlord, a car hire or a border official can <TextLink to="/verify">verify a policy</TextLink>{' '}
          without asking us, even on a day when our servers are down.
        </p>
        <h3>Paid is covered</h3>
        <p>
          The payment itself writes the policy. If your browser closes or our servers are away at that moment,
          you are insured all the same, and the policy appears here by itself.
        </p>
        <h3>The pool is in the open</h3>
        <p>
          Premiums and capital lie in one contract, and so do the rules for taking money out. Claims go to
          policyholders only, within their cover. When the cover in force grows too large for the pool, we
          stop selling and say so.
        </p>
      </>
    ),
  },
  {
    id: 'private',
    title: 'What stays private',
    body: (
      <p>
        The registry knows a wallet, a product, dates and an amount. Your name, your address or your passport
        never go there: only a salted fingerprint of them, which you alone can open. The rest is in our{' '}
        <TextLink to="/privacy">privacy policy</TextLink>.
      </p>
    ),
  },
  { id: 'operator', title: 'Who stands behind it', body: <p>{OPERATOR}</p> },
];

export function AboutPage() {
  return (
    <TextPage
      title="About Mooring"
      lead={`A mooring holds a boat where it belongs, whatever the water does. We insure ${ofAllProducts(({ plural }) => plural)} for people who pay from a wallet, and keep every policy where anybody can check it.`}
      parts={PARTS}
      picture={<MooringPicture className="w-80 text-muted" />}
      after={
        <Card className="mt-14 flex flex-col items-start justify-between gap-5 p-6 sm:flex-row sm:items-center sm:p-8">
          <div>
            <h2 className="text-lg">See what it would cost</h2>
            <p className="mt-1 text-muted">Connect a wallet and get an exact quote. It costs nothing.</p>
          </div>
          <Link to="/dashboard" className={buttonClass({ size: 'large', className: 'shrink-0' })}>
            Get Started Today
          </Link>
        </Card>
      }
    />
  );
}
