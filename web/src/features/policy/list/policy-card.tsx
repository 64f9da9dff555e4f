import { Link } from '@tanstack/react-router';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { endDay, endedEarly, isModifiable, startsText, statusBadge } from '#web/features/policy/display.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { Notice } from '#web/ui/states.tsx';
import { Fact, FactList, Money, policyLink, StatusBadge } from '#web/ui/values.tsx';

type Refund = NonNullable<PolicyAnswer['refund']>;

const RefundSum = ({ refund }: { refund: Refund }) => (
  <Money amount={BigInt(refund.amount)} decimals={refund.decimals} symbol={refund.currency} />
);

/** `0.6 ETH by December 1, 2026` */
function RefundText({ refund }: { refund: Refund }) {
  return (
    <>
      <RefundSum refund={refund} /> by {longDate(refund.due_at)}
    </>
  );
}

export function RefundNotices({ policies }: { policies: readonly PolicyAnswer[] }) {
  const owed = policies.flatMap((policy) =>
    policy.refund === null ? [] : [{ ...policy, refund: policy.refund }],
  );
  if (owed.length === 0) return null;
  return (
    <ul aria-label="Refunds on their way" className="flex flex-col gap-3">
      {owed.map(({ id, policy_number: number, policy_type: type, refund }) => (
        <li key={id}>
          <Notice
            tone="good"
            actions={<span className="figures text-muted">by {longDate(refund.due_at)}</span>}
          >
            <span className="font-medium">
              <RefundSum refund={refund} />
            </span>{' '}
            is coming back to you for{' '}
            <Link {...policyLink(id, type)} className="underline underline-offset-4">
              {number}
            </Link>
            .
          </Notice>
        </li>
      ))}
    </ul>
  );
}

export function PolicyCard(props: { policy: PolicyAnswer; heading?: 'h2' | 'h3' }) {
  const { policy, heading: Heading = 'h3' } = props;
  const starts = startsText(policy, Date.now());
  const Picture = PRODUCT_PICTURES[policy.policy_type];
  return (
    <Card className="relative flex h-full min-w-0 flex-col p-5 transition-colors hover:border-line-strong has-[a:focus-visible]:border-line-strong">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Picture className="h-9 text-ink" />
        <div className="min-w-0 grow">
          <Heading className="text-lg">{PRODUCTS[policy.policy_type].label}</Heading>
          <p className="figures text-sm text-muted">{policy.policy_number}</p>
        </div>
        <StatusBadge {...statusBadge(policy)} />
      </div>
      {/* It takes what is left of the height, so that the facts of cards side by side line up. */}
      <div className="mt-3 mb-4 grow">
        <p dir="auto" className="line-clamp-2 text-left font-medium wrap-anywhere" title={policy.name}>
          {policy.name}
        </p>
        {!policy.name.includes(policy.detail_1) && (
          <p
            dir="auto"
            className="line-clamp-2 text-left text-[0.9375rem] wrap-anywhere"
            title={policy.detail_1}
          >
            {policy.detail_1}
          </p>
        )}
        {starts && <p className="mt-1 text-sm text-muted">{starts}</p>}
      </div>
      <FactList
        className={cn(
          'border-t border-line',
          // On a phone the three facts stand side by side.
          'max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-between max-sm:gap-x-3 max-sm:divide-y-0 max-sm:*:flex-col max-sm:*:items-start max-sm:*:justify-start max-sm:[&_dd]:ml-0 max-sm:[&_dd]:text-left max-sm:[&_dd]:text-sm',
        )}
      >
        <Fact label="Premium">{policy.formatted_premium}</Fact>
        <Fact label="Coverage">{formatUsd(policy.amount)}</Fact>
        <Fact label={endedEarly(policy) ? 'Ended' : 'Valid Until'}>
          <span title={longMoment(policy.cover_until)}>{endDay(policy)}</span>
        </Fact>
        {policy.refund !== null && (
          <Fact label="Refund requested" className="max-sm:col-span-3">
            <RefundText refund={policy.refund} />
          </Fact>
        )}
      </FactList>
      <div className="mt-4 flex gap-2">
        <ButtonLink
          {...policyLink(policy.id, policy.policy_type)}
          aria-label={`View Details of ${policy.policy_number}`}
          // The link covers the whole card, so that a click anywhere opens the policy.
          variant="secondary"
          size="small"
          className="grow after:absolute after:inset-0 after:rounded-card"
        >
          View Details
        </ButtonLink>
        {isModifiable(policy.status) && (
          <ButtonLink
            to="/policy/$id"
            params={{ id: String(policy.id) }}
            search={{ type: policy.policy_type, action: 'modify' }}
            aria-label={`Modify ${policy.policy_number}`}
            variant="quiet"
            size="small"
            className="relative z-10"
          >
            Modify
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
