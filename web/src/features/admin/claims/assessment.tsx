import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import { type AdminClaimDetail, ageRequest, reserveRequest } from '#domain/admin/claims-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { typedNumber } from '#domain/read-number.ts';
import type { ActionProps } from '#web/features/admin/kit/actions.ts';
import { formOf } from '#web/features/admin/kit/asking.tsx';
import { Pick } from '#web/features/admin/kit/pick.tsx';
import type { PanelProps } from '#web/features/admin/kit/record-panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { causeOptions, FLAG_LABELS } from './display.ts';
import { keepClaim, seenOf } from './queries.ts';

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

type Props = PanelProps<AdminClaimDetail>;

const NONE = 'Cause not given';

/** The cause of loss, which the customer named and the handler corrects. */
export function Cause({ record, change }: Props) {
  const { cause, policy_type: product } = record;
  if (!useAdmin().may('claims.decide')) return <>{cause === null ? NONE : causeLabel(product, cause)}</>;
  return (
    <Pick
      label="Cause of loss"
      className="h-8! w-full! max-w-48 text-sm"
      record={record}
      change={change}
      options={causeOptions(record)}
      of={(claim) => claim.cause ?? ''}
      placeholder={NONE}
      write={(seen, wanted) =>
        adminApi.send(claimsApi.correctClaimCause, { ...seenOf(seen), body: { cause: wanted } })
      }
      failed="Failed to correct the cause"
    />
  );
}

interface AssessedProps extends Props {
  label: string;
  shown: ReactNode;
  /** What changes it, and its name for screen readers if that is another one. */
  action: string;
  name?: string;
  Form: ComponentType<ActionProps<AdminClaimDetail>>;
}

/** What a handler may correct while the claim is open. */
function Assessed({ label, shown, action, name, Form, ...props }: AssessedProps) {
  const [editing, setEditing] = useState(false);
  const decides = useAdmin().may('claims.decide');
  return (
    <div className="-mt-3 border-b border-line py-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-muted">{label}</span>
        <span className="flex items-center gap-2">
          <span>{shown}</span>
          {decides && props.record.reserve.open && !editing && (
            <Button size="dense" variant="quiet" aria-label={name} onClick={() => setEditing(true)}>
              {action}
            </Button>
          )}
        </span>
      </div>
      {editing && (
        <div className="mt-2">
          <Form {...props} onClose={() => setEditing(false)} />
        </div>
      )}
    </div>
  );
}

const formFor = formOf<AdminClaimDetail>(keepClaim);
const isFalse = ({ traveler }: AdminClaimDetail) => traveler?.age_is_false === true;
const ageAction = (claim: AdminClaimDetail) => (isFalse(claim) ? 'Age Is Right' : 'Age Is False');
const REASON = { name: 'reason', label: 'Reason', kind: 'note', maxLength: 1000 } as const;

const AgeForm = formFor({
  key: 'age',
  label: ageAction,
  title: 'Correct the stated age',
  schema: ageRequest.pick({ reason: true }),
  start: () => ({ reason: '' }),
  fields: (claim) => [
    {
      ...REASON,
      hint: isFalse(claim)
        ? 'The suggested payout is then no longer reduced.'
        : 'The suggested payout is then reduced in proportion: premium paid to premium due.',
    },
  ],
  run: (claim, { reason }) => {
    const body = { age_is_false: !isFalse(claim), reason };
    return adminApi.send(claimsApi.correctClaimAge, { ...seenOf(claim), body });
  },
  done: 'Stated age corrected',
  failed: 'Failed to correct the stated age',
});

/** For a traveler who paid half: whether the age that was stated is false, which reduces the payout. */
export function StatedAge(props: Props) {
  const child = props.record.traveler?.sold_as_child;
  if (!child) return null;
  return (
    <Assessed
      {...props}
      label="Stated age"
      shown={
        isFalse(props.record)
          ? `False: ${formatUsd(child.paid)} of ${formatUsd(child.due)} premium was paid`
          : `Under 18, premium ${formatUsd(child.paid)}`
      }
      action={ageAction(props.record)}
      Form={AgeForm}
    />
  );
}

const ReserveForm = formFor({
  key: 'reserve',
  label: 'Change Reserve',
  title: 'Change the reserve',
  // An empty amount returns to the rules.
  schema: z.object({
    reserve_usd: z
      .string()
      .transform((text) => (text.trim() === '' ? null : Number(typedNumber(text, 0) ?? Number.NaN)))
      .refine((usd) => usd === null || usd <= 999_999_999, 'Please enter whole dollars, such as 1,500.'),
    reason: reserveRequest.shape.reason,
  }),
  start: ({ reserve }) => ({ reserve_usd: reserve.changed ? formatCount(reserve.usd) : '', reason: '' }),
  fields: ({ reserve }) => [
    {
      name: 'reserve_usd',
      label: 'Reserve in US dollars',
      kind: 'dollars',
      hint: `Leave it empty for ${formatUsd(reserve.suggested_usd)}, which the rules suggest.`,
    },
    REASON,
  ],
  run: (claim, body) => adminApi.send(claimsApi.changeClaimReserve, { ...seenOf(claim), body }),
  done: 'Reserve changed',
  failed: 'Failed to change the reserve',
});

/** What the claim is expected to cost still: by the rules, or as a handler set it. */
export function Reserve(props: Props) {
  const { usd, suggested_usd: suggested, changed } = props.record.reserve;
  const shown = (
    <>
      <strong>{formatUsd(usd)}</strong>{' '}
      <span className="text-muted">
        {changed ? `instead of ${formatUsd(suggested)} by the rules` : 'by the rules'}
      </span>
    </>
  );
  return (
    <Assessed
      {...props}
      label="Reserve"
      shown={shown}
      action="Change"
      name="Change the reserve"
      Form={ReserveForm}
    />
  );
}
