import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import { CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import { CHANGE_WAIT_DAYS } from '#domain/policy/change.ts';
import type { ChangePreview } from '#domain/policy/change-schema.ts';
import { formatDeductible } from '#domain/products/choice.ts';
import { PROMISES } from '#domain/promises.ts';
import { Notice } from '#web/ui/states.tsx';
import { exactAmount, FactList } from '#web/ui/values.tsx';

/** What changes, the new price with its lines, and what comes back. */
export function Figures({
  preview: { refund, changes },
  price,
  shown,
  fee,
}: {
  preview: ChangePreview;
  price: NonNullable<ChangePreview['price']>;
  shown: string;
  fee: ReactNode;
}) {
  return (
    <>
      <div>
        <p className="text-sm text-muted">You pay for the new policy</p>
        <p className="figures text-3xl font-semibold tracking-tight">{formatUsd(price.premium_usd)}</p>
        <p className="figures mt-0.5 text-sm text-muted">
          {shown} for {price.days} days
        </p>
      </div>
      <FactList
        className="border-y border-line"
        rows={[
          ...changes.map(({ label, before, after }): [string, ReactNode] => [
            label,
            <span key={label}>
              <span className="text-muted line-through">{before}</span> {after}
            </span>,
          ]),
          ...(price.price_lines.length > 1 ? price.price_lines : []).map(
            ({ label, cents }): [string, ReactNode] => [label, formatUsd(cents / 100)],
          ),
          ['Network fee', fee],
          refund && [
            'You get back',
            <span key="refund">
              <span className="font-semibold">
                {exactAmount(BigInt(refund.amount), refund.decimals, refund.currency)}
              </span>
              <span className="block text-sm text-muted">
                {refund.unused_days} of {refund.days} days, {formatUsd(refund.usd)} of its premium
              </span>
            </span>,
          ],
        ]}
      />
    </>
  );
}

export function FirstDays({ preview: { first_days: first, choices } }: { preview: ChangePreview }) {
  if (first === null) return null;
  const parts = [
    first.coverage_usd < choices.coverage_usd && `a cover of ${formatUsd(first.coverage_usd)}`,
    first.deductible_usd > choices.deductible_usd &&
      `a deductible of ${formatDeductible(first.deductible_usd)}`,
  ].filter(Boolean);
  return (
    <Notice tone="waiting">
      For incidents in the first {CHANGE_WAIT_DAYS} days, {parts.join(' and ')} still{' '}
      {parts.length > 1 ? 'count' : 'counts'}.
    </Notice>
  );
}

export function WhatYouSign({ preview: { policy_number: number } }: { preview: ChangePreview }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-muted">
      <li>
        First you sign, for free, that {number} is refunded by exactly this amount. The signature counts only
        once the new policy is active, and for {CONSENT_DAYS} days.
      </li>
      <li>
        Then you pay. From your payment on, incidents belong to the new policy alone. If you stop before it,
        nothing changes.
      </li>
      <li>
        We send the refund within {PROMISES.refundBusinessDays} business days after that, to this wallet.
      </li>
    </ul>
  );
}
