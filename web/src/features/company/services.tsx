import { ArrowRight } from 'lucide-react';
import { levels } from '#domain/products/choice.ts';
import { HOW_TO_WITHDRAW } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCT_COUNT, PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { listed } from '#domain/products/offer.ts';
import { CLAIM_REVIEW_PROMISE, KEPT, PAYOUT_PROMISE } from '#domain/promises.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { PROSE } from './text-page.tsx';

function ProductSection({ product }: { product: ProductKey }) {
  const { label, startingPrice, priceIsLeast, minDays, maxDays } = PRODUCTS[product];
  const { version, covered, notCovered, limits, claimNeeds, cancellation } = FORMS[product].wording;
  const Picture = PRODUCT_PICTURES[product];
  const figures = [
    ['Price', priceIsLeast ? `from ${startingPrice}` : startingPrice],
    ['Cover', listed(levels(product, 'coverage'))],
    ['Deductible', listed(levels(product, 'deductible'))],
    ['Term', `${minDays} to ${maxDays} days`],
  ] as const;
  return (
    <li>
      <Card id={product} aria-labelledby={`${product}-title`} className="p-6 sm:p-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Picture className="h-14 shrink-0 text-ink" />
          <h2 id={`${product}-title`} className="text-2xl">
            {label}
          </h2>
          <ButtonLink
            to="/quote/$type"
            params={{ type: product }}
            aria-label={`Get Quote: ${label}`}
            className="sm:ml-auto"
          >
            Get Quote
            <ArrowRight aria-hidden />
          </ButtonLink>
        </div>
        <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 lg:grid-cols-4">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="figures mt-0.5 font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 grid gap-x-10 gap-y-7 md:grid-cols-2">
          <MarkedList title="What is covered" items={covered} mark="yes" />
          <MarkedList title="What is not" items={notCovered} mark="no" />
          <MarkedList title="How much" items={limits} />
          <MarkedList title="What a claim needs" items={claimNeeds} />
          <div className="md:col-span-2">
            <MarkedList title="If you change your mind" items={[...cancellation, HOW_TO_WITHDRAW]} />
          </div>
        </div>
        <p className="mt-6">
          <IpidLink version={version} product={label} />
        </p>
      </Card>
    </li>
  );
}

export function ServicesPage() {
  return (
    <div className="page py-10 sm:py-14">
      <div className="max-w-[44rem]">
        <h1 className="text-3xl tracking-[-0.025em] sm:text-4xl">Services</h1>
        <p className="mt-4 text-lg text-pretty text-muted">
          {PRODUCT_COUNT} kinds of cover, each in the words that you accept when you buy it. The rules that
          they share are in our <TextLink to="/terms">terms</TextLink>.
        </p>
      </div>
      <ul className="mt-10 flex flex-col gap-6">
        {PRODUCT_KEYS.map((product) => (
          <ProductSection key={product} product={product} />
        ))}
      </ul>
      <section aria-labelledby="claims-title" className={`${PROSE} mt-14`}>
        <h2 id="claims-title" className="text-2xl">
          How a claim is paid
        </h2>
        <ol>
          <li>You say what happened, when, and what it costs, and add photographs or papers.</li>
          <li>
            We review it: {CLAIM_REVIEW_PROMISE}. The page of the claim shows who has to act next and by when.
          </li>
          <li>
            If we approve it, we pay the loss less the deductible, up to your remaining cover. If we reject
            it, we tell you why and how to respond.
          </li>
          <li>
            After approval, we pay {PAYOUT_PROMISE}. We send the money on chain, in the currency you paid
            with, to the wallet that holds the policy.
          </li>
        </ol>
        <p>
          You can claim for anything that happened during the cover, up to{' '}
          {KEPT.claimYears === 1 ? 'one year' : `${KEPT.claimYears} years`} after its end.
        </p>
      </section>
    </div>
  );
}
