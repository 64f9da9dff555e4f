import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import { type AdminClaimDetail, ageRequest, reserveRequest } from '#domain/admin/claims-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { causeLabel, FORMS } from '#domain/products/forms/index.ts';
import { typedNumber } from '#domain/read-number.ts';
import type { Change } from '#web/features/admin/kit/use-change.ts';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NoteField, NumberField } from '#web/ui/form.tsx';
import { Select } from '#web/ui/select.tsx';
import { FLAG_LABELS } from './display.ts';
import { seenOf } from './queries.ts';

/** What to look at twice, each with the records that it is about. */
export function Flags({ flags }: { flags: AdminClaimDetail['flags'] }) {
  if (flags.length === 0) return null;
  return (
    <ul
      aria-label="What to check"
      className="flex flex-col gap-1.5 border-b border-line bg-amber-soft px-4 py-3 text-[0.8125rem] sm:px-5"
    >
      {flags.map((flag) => (
        <li key={`${flag.kind} ${flag.reason} ${flag.links[0]?.link}`} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
          <span className="min-w-0 wrap-anywhere">
            <strong className="font-medium">{FLAG_LABELS[flag.kind]}:</strong> {flag.reason}
            {flag.links.map(({ label, link }) => (
              <Fragment key={link}>
                {' '}
                {/* The link is a path with its search, as the server wrote it. */}
                <Link to={link} className="whitespace-nowrap text-teal underline underline-offset-4">
                  {label}
                </Link>
              </Fragment>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface AssessmentProps {
  claim: AdminClaimDetail;
  change: Change<AdminClaimDetail>;
  /** Whether this administrator decides claims. */
  decides: boolean;
}

const NONE = 'Nobody named one';

/** The cause of loss, which the customer named and the handler corrects. */
export function Cause({ claim, change, decides }: AssessmentProps) {
  const { cause, policy_type: product } = claim;
  if (!decides) return <>{cause === null ? NONE : causeLabel(product, cause)}</>;
  return (
    <Select
      aria-label="Cause of loss"
      className="h-8! w-full! max-w-48 text-sm"
      options={Object.entries(FORMS[product].causes).map(([value, label]) => ({ value, label }))}
      value={cause ?? ''}
      placeholder={NONE}
      disabled={change.busy}
      onChange={(wanted) =>
        void change.run(
          (seen) => adminApi.send(claimsApi.correctClaimCause, { ...seenOf(seen), body: { cause: wanted } }),
          {
            failed: 'Failed to correct the cause',
            mine: (now) => [
              [
                'Cause',
                now.cause === null ? NONE : (causeLabel(product, now.cause) ?? ''),
                causeLabel(product, wanted) ?? '',
              ],
            ],
          },
        )
      }
    />
  );
}

/** For a traveler who paid half: whether the age that was stated is false, which reduces the payout. */
export function StatedAge({ claim, change, decides }: AssessmentProps) {
  const [editing, setEditing] = useState(false);
  const { traveler } = claim;
  if (!traveler?.sold_as_child) return null;
  const { paid, due } = traveler.sold_as_child;
  const { age_is_false: isFalse } = traveler;
  const action = isFalse ? 'Age Is Right' : 'Age Is False';
  return (
    <div className="-mt-3 border-b border-line py-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-muted">Stated age</span>
        <span className="flex items-center gap-2">
          <span>
            {isFalse
              ? `False: ${formatUsd(paid)} of ${formatUsd(due)} premium was paid`
              : `Under 18, premium ${formatUsd(paid)}`}
          </span>
          {decides && claim.reserve.open && !editing && (
            <Button size="dense" variant="quiet" onClick={() => setEditing(true)}>
              {action}
            </Button>
          )}
        </span>
      </div>
      {editing && (
        <AgeForm
          claim={claim}
          change={change}
          isFalse={!isFalse}
          action={action}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

const ageForm = ageRequest.pick({ reason: true });

function AgeForm(
  props: Omit<AssessmentProps, 'decides'> & { isFalse: boolean; action: string; onClose: () => void },
) {
  const { claim, change, isFalse, action, onClose } = props;
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/age`,
    schema: ageForm,
    defaultValues: { reason: '' },
    send: ({ reason }) =>
      change.run(
        () =>
          adminApi.send(claimsApi.correctClaimAge, {
            ...seenOf(claim),
            body: { age_is_false: isFalse, reason },
          }),
        { done: 'Stated age corrected', failed: 'Failed to correct the stated age' },
        onClose,
      ),
  });
  return (
    <div className="mt-2">
      <ActionForm title="Correct the stated age" action={action} form={form} onClose={onClose}>
        <NoteField
          form={form}
          name="reason"
          label="Reason"
          hint={
            isFalse
              ? 'The suggested payout is then reduced in proportion: premium paid to premium due.'
              : 'The suggested payout is then no longer reduced.'
          }
          rows={2}
          maxLength={1000}
          className="text-sm"
        />
      </ActionForm>
    </div>
  );
}

/** What the claim is expected to cost still: by the rules, or as a handler set it. */
export function Reserve({ claim, change, decides }: AssessmentProps) {
  const [editing, setEditing] = useState(false);
  const { usd, suggested_usd: suggested, changed, open } = claim.reserve;
  return (
    <div className="-mt-3 border-b border-line py-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-muted">Reserve</span>
        <span className="flex items-center gap-2">
          <span>
            <strong>{formatUsd(usd)}</strong>{' '}
            <span className="text-muted">
              {changed ? `instead of ${formatUsd(suggested)} by the rules` : 'by the rules'}
            </span>
          </span>
          {decides && open && !editing && (
            <Button
              size="dense"
              variant="quiet"
              aria-label="Change the reserve"
              onClick={() => setEditing(true)}
            >
              Change
            </Button>
          )}
        </span>
      </div>
      {editing && <ReserveForm claim={claim} change={change} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** An empty amount returns to the rules. */
const reserveForm = z.object({
  reserve_usd: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(typedNumber(text, 0) ?? Number.NaN)))
    .refine((usd) => usd === null || usd <= 999_999_999, 'Please enter whole dollars, such as 1,500.'),
  reason: reserveRequest.shape.reason,
});

function ReserveForm({ claim, change, onClose }: Omit<AssessmentProps, 'decides'> & { onClose: () => void }) {
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/reserve`,
    schema: reserveForm,
    defaultValues: { reserve_usd: claim.reserve.changed ? formatCount(claim.reserve.usd) : '', reason: '' },
    send: (wanted) =>
      change.run(
        () => adminApi.send(claimsApi.changeClaimReserve, { ...seenOf(claim), body: wanted }),
        { done: 'Reserve changed', failed: 'Failed to change the reserve' },
        onClose,
      ),
  });
  return (
    <div className="mt-2">
      <ActionForm title="Change the reserve" action="Change Reserve" form={form} onClose={onClose}>
        <NumberField
          form={form}
          name="reserve_usd"
          places={0}
          shown={(decimal) => formatUsd(Number(decimal))}
          label="Reserve in US dollars"
          hint={`Leave it empty for ${formatUsd(claim.reserve.suggested_usd)}, which the rules suggest.`}
          autoFocus
          className="figures max-w-48 text-right"
        />
        <NoteField form={form} name="reason" label="Reason" rows={2} maxLength={1000} className="text-sm" />
      </ActionForm>
    </div>
  );
}
