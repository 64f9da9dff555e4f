import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { longMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardRow } from '../../../ui/card.tsx';
import { PRODUCT_PICTURES } from '../../../ui/illustrations.tsx';
import { endDay, endedEarly, isModifiable, statusBadge } from '../display.ts';

/** One policy in a list with a link to its page. The heading level depends on the list's place. */
export function PolicyCard({
  policy,
  heading: Heading = 'h3',
}: {
  policy: PolicyAnswer;
  heading?: 'h2' | 'h3';
}) {
  const { label, variant } = statusBadge(policy);
  const Picture = PRODUCT_PICTURES[policy.policy_type];
  return (
    <Card className="relative flex h-full min-w-0 flex-col p-5 transition-colors hover:border-line-strong has-[a:focus-visible]:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <Picture className="h-9 text-ink" />
        <Badge variant={variant}>{label}</Badge>
      </div>
      <Heading className="mt-4 text-lg">{PRODUCTS[policy.policy_type].label}</Heading>
      <p className="figures text-sm text-muted">{policy.policy_number}</p>
      <p className="mt-1 line-clamp-2 text-[0.9375rem] wrap-anywhere" title={policy.detail_1}>
        {policy.detail_1}
      </p>
      <dl className="mt-4 grow divide-y divide-line border-t border-line text-[0.9375rem]">
        <CardRow label="Premium">{policy.formatted_premium}</CardRow>
        <CardRow label="Coverage">{formatUsd(policy.amount)}</CardRow>
        <CardRow label={endedEarly(policy) ? 'Ended' : 'Valid Until'}>
          <span title={longMoment(policy.cover_until)}>{endDay(policy)}</span>
        </CardRow>
      </dl>
      <div className="mt-4 flex gap-2">
        <Link
          to="/policy/$id"
          params={{ id: String(policy.id) }}
          search={{ type: policy.policy_type }}
          aria-label={`View Details of ${policy.policy_number}`}
          // The link covers the whole card, so that a click anywhere opens the policy.
          className={buttonClass({
            variant: 'secondary',
            size: 'small',
            className: 'grow after:absolute after:inset-0 after:rounded-card',
          })}
        >
          View Details
        </Link>
        {isModifiable(policy.status) && (
          <Link
            to="/policy/$id"
            params={{ id: String(policy.id) }}
            search={{ type: policy.policy_type, action: 'modify' }}
            aria-label={`Modify ${policy.policy_number}`}
            className={buttonClass({ variant: 'quiet', size: 'small', className: 'relative z-10' })}
          >
            Modify
          </Link>
        )}
      </div>
    </Card>
  );
}
