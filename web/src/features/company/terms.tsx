import { formatUsd } from '../../../../domain/money.ts';
import { FREE_LOOK_DAYS, FREE_LOOK_TERM_DAYS } from '../../../../domain/policy/cancellation.ts';
import { AUTO_APPROVE_USD } from '../../../../domain/policy/lifecycle.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/products/index.ts';
import { CLAIM_REVIEW_PROMISE, KEPT, PROMISES } from '../../../../domain/promises.ts';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LEGAL_CHANGED, LOCAL_ONLY, OPERATOR } from './operator.ts';
import { type Part, TextPage } from './text-page.tsx';

const claimTime = KEPT.claimYears === 1 ? 'one year' : `${KEPT.claimYears} years`;

const PARTS: readonly Part[] = [
  {
    id: 'parties',
    title: '1. Who contracts with whom',
    body: (
      <>
        <p>
          The contract is between the holder of the wallet that buys a policy (“you”) and the operator of this
          site (“we”). {OPERATOR}
        </p>
        <p>{LOCAL_ONLY}</p>
      </>
    ),
  },
  {
    id: 'texts',
    title: '2. Which texts hold',
    body: (
      <>
        <p>
          What is covered, what is not and how much is paid is said by the wording of each product, in the
          version that you accept when you buy. Where it differs from these terms, the wording holds. Its
          fingerprint is part of your policy on chain, so that neither side can change it afterwards.
        </p>
        <Facts
          rows={PRODUCT_KEYS.map((key) => [
            PRODUCTS[key].label,
            `Wording ${FORMS[key].wording.version}: cover up to ${formatUsd(PRODUCTS[key].coverage)}, ${
              PRODUCTS[key].deductible > 0
                ? `${formatUsd(PRODUCTS[key].deductible)} deductible`
                : 'no deductible'
            }, ${PRODUCTS[key].minDays} to ${PRODUCTS[key].maxDays} days`,
          ])}
        />
        <p>
          The wordings stand in full under <TextLink to="/services">services</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'truth',
    title: '3. What you tell us',
    body: (
      <p>
        The details that you give for a quote must be true and complete, because the price and the cover rest
        on them. If they are not, and we would not have insured you had we known, we may reject the policy and
        give back the premium, or refuse a claim that has to do with it. You must be of age and allowed to
        conclude a contract of insurance where you live.
      </p>
    ),
  },
  {
    id: 'quote',
    title: '4. Quote and contract',
    body: (
      <>
        <p>
          A price on this site is information. Our offer is the signed quote on the payment page; it holds for{' '}
          {KEPT.quoteMinutes} minutes and for your wallet only. You accept it by paying its exact amount
          through the contract <em>InsurancePayment</em>. With the block that contains your payment the policy
          is concluded.
        </p>
        <p>
          We offer no quote when the cover in force has grown too large for the pool, when no rate is to be
          had, or when an account has been deactivated. Cover that exists already is not touched by that.
        </p>
      </>
    ),
  },
  {
    id: 'premium',
    title: '5. Premium',
    body: (
      <p>
        Prices are in US dollars and for the whole term, paid once. The amount in your currency follows from
        the rate shown with the quote and is rounded up to the smallest unit. The fee of the network for your
        transaction is not ours and is not given back. Taxes on insurance, where there are any, are named with
        the operator.
      </p>
    ),
  },
  {
    id: 'term',
    title: '6. When you are covered',
    body: (
      <>
        <p>
          From the first day of the term at 00:00 UTC, or from the moment of your payment if that is later,
          until the last day at 24:00 UTC. A policy ends by itself and is not renewed without you.
        </p>
        <p>
          A policy with a premium of {formatUsd(AUTO_APPROVE_USD)} or more is looked at by a person after it
          was paid, and so is one whose account was deactivated in between. We then approve it, or reject it
          and give back the whole premium. Until that refund is on chain, you are covered.
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    title: '7. Cancelling',
    body: (
      <p>
        You can cancel at any time on the page of the policy. Within {FREE_LOOK_DAYS} days of buying you get
        the whole premium back if the cover has not begun or the term is at least {FREE_LOOK_TERM_DAYS} days,
        and you have made no claim. Otherwise you get back the premium for the days that are left; a day that
        has begun is used. You see the amount before you confirm it, and it does not change afterwards. We
        send it within {PROMISES.refundBusinessDays} business days. While a claim is open the policy cannot be
        cancelled, and after a payout nothing is refunded. You stay covered until the refund has been paid on
        chain.
      </p>
    ),
  },
  {
    id: 'claims',
    title: '8. Claims',
    body: (
      <>
        <p>
          Report a loss as soon as you can, and at the latest {claimTime} after the end of the cover. Keep the
          damage from growing, and keep what proves it. We review a claim within {CLAIM_REVIEW_PROMISE}, tell
          you what is missing, and give a reason if we refuse it in whole or in part.
        </p>
        <p>
          We pay the loss less the deductible, within the cover that is left. An approved claim is paid within{' '}
          {PROMISES.payoutHours} hours. A claim that is untrue on purpose is not paid.
        </p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: '9. How payouts and refunds reach you',
    body: (
      <p>
        On chain, to the wallet that holds the policy, in the currency and on the network in which the premium
        was paid. The dollars of a payout are converted at the rate of that moment and rounded down to the
        smallest unit; the rate is part of the public record. What a wallet does not accept waits in the
        contract for its holder, and nobody else can take it.
      </p>
    ),
  },
  {
    id: 'wallet',
    title: '10. Your wallet',
    body: (
      <p>
        You alone hold the keys of your wallet. We never ask for them, and nobody of ours can restore them. If
        you lose your wallet, the policy can be moved to another one: that takes two of our roles, two days,
        and can be stopped by the old wallet. Until it is moved, payouts go to the old one.
      </p>
    ),
  },
  {
    id: 'registry',
    title: '11. The public registry',
    body: (
      <p>
        By buying you agree that the policy is entered in the registry on chain, where anybody can read it and
        nobody can delete it. What that is and is not, the <TextLink to="/privacy">privacy policy</TextLink>{' '}
        says.
      </p>
    ),
  },
  {
    id: 'site',
    title: '12. This site',
    body: (
      <p>
        We may be away for maintenance, and a network can be slow or halt. Your cover does not depend on
        either: what is paid is covered. Please do not try to break in, overload the service or see what is
        others’. If you find a weakness,{' '}
        <TextLink to="/community" hash="weakness">
          tell us first
        </TextLink>
        .
      </p>
    ),
  },
  {
    id: 'complaints',
    title: '13. Complaints',
    body: (
      <p>
        Write to us through the <TextLink to="/contact">contact form</TextLink> or, with a wallet, the{' '}
        <TextLink to="/support">support center</TextLink>. We reply within {PROMISES.replyHours} hours. The
        ombudsman or authority that you can turn to if we do not agree depends on the operator’s seat and is
        named with it.
      </p>
    ),
  },
  {
    id: 'law',
    title: '14. Law',
    body: (
      <p>
        Which law holds and which court decides is not settled before the operator is. Whatever it will be,
        the rights that the law of your country gives you as a consumer and as a policyholder are not touched
        by these terms.
      </p>
    ),
  },
  {
    id: 'changes',
    title: '15. Changes',
    body: (
      <p>
        These terms can change for policies bought later. For a policy that you hold, the terms and the
        wording of the day on which you bought it stay in force.
      </p>
    ),
  },
];

export function TermsPage() {
  return (
    <TextPage
      title="Terms of service"
      lead="What you and we can expect of each other. Written to be read."
      changed={LEGAL_CHANGED}
      parts={PARTS}
      contents
    />
  );
}
