import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { formatUsd } from '#domain/money.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { CLAIM_REVIEW_PROMISE, PAYOUT_PROMISE, PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { longDate } from '#web/lib/format.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { OutsideLink } from '#web/ui/text-link.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { Fact, FactList, Moment, policyLink, TransactionHash } from '#web/ui/values.tsx';

type Part = { claim: ClaimDetailAnswer };

function Details({ claim }: Part) {
  return (
    <Fold title="Details">
      <FactList>
        {claim.traveler_name && <Fact label="Traveler">{claim.traveler_name}</Fact>}
        <Fact label="Claim amount">{claim.formatted_amount}</Fact>
        {claim.cause && <Fact label="Cause">{causeLabel(claim.policy_type, claim.cause)}</Fact>}
        <Fact label="Deductible">{claim.deductible > 0 ? formatUsd(claim.deductible) : 'None'}</Fact>
        <Fact label="Cover left">{formatUsd(claim.remaining_cover)}</Fact>
        <Fact label="Date of incident">{longDate(claim.incident_date)}</Fact>
        <Fact label="Submitted">
          <Moment at={claim.created_at} />
        </Fact>
      </FactList>
      <h3 className="mt-3 text-sm font-normal text-muted">Description</h3>
      <p dir="auto" className="mt-1 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">
        {claim.description}
      </p>
    </Fold>
  );
}

function History({ claim }: Part) {
  const chain = claim.payout?.chain_id ?? null;
  const items = claim.timeline
    .toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
    .map(({ date, message, created_by, tx_hash }) => ({
      at: date,
      title: message,
      note: (
        <>
          {created_by}
          {tx_hash !== null && ' · '}
          {tx_hash !== null && <TransactionHash hash={tx_hash} chainId={chain} />}
        </>
      ),
    }));
  return (
    <Fold title="Timeline">
      <Timeline items={items} label="What happened to this claim" earlier={claim.earlier_entries} />
    </Fold>
  );
}

function PolicyLink({ claim: { policy } }: Part) {
  const name = usePolicyName(useAddress(), policy.id);
  return (
    <Fold title="Related policy" note={policy.policy_number}>
      <FactList
        rows={[
          ['Insurance', PRODUCTS[policy.policy_type].label],
          name ? ['Name', <bdi key="name">{name}</bdi>] : null,
          ['Status', STATUS_LABELS[policy.status]],
          ['Until', longDate(policy.policy_end_date)],
        ]}
      />
      <ButtonLink
        {...policyLink(policy.id, policy.policy_type)}
        aria-label={`View policy ${policy.policy_number}`}
        variant="secondary"
        size="small"
        wide
        className="mt-3"
      >
        View policy
      </ButtonLink>
    </Fold>
  );
}

/** When we answer, and where. */
function Help() {
  return (
    <Fold title="Need help?" className="print:hidden">
      <ul className="flex flex-col gap-2 text-[0.9375rem] text-muted">
        <li>Claims are reviewed in {CLAIM_REVIEW_PROMISE}.</li>
        <li>Approved claims are paid {PAYOUT_PROMISE}.</li>
        <li>Messages are answered within {PROMISES.replyHours} hours.</li>
        <li>
          <OutsideLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</OutsideLink> answers within{' '}
          {PROMISES.emailReplyHours} hours, {SUPPORT_HOURS}.
        </li>
      </ul>
    </Fold>
  );
}

/** What can be looked up about a claim, folded. */
export function More({ claim }: Part) {
  return (
    <>
      <Details claim={claim} />
      <History claim={claim} />
      <PolicyLink claim={claim} />
      <Help />
    </>
  );
}
