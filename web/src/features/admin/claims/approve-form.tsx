import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '#domain/address.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { formatUsd, grouped } from '#domain/money.ts';
import type { ActionProps } from '#web/features/admin/kit/actions.ts';
import { Fields } from '#web/features/admin/kit/fields.tsx';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { settingsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { NoteField, NumberField } from '#web/ui/form.tsx';
import { approveForm, wholeDollars } from './approval.ts';
import { causeFields, FULL_NOTE, firstNote } from './display.ts';
import { decide, undo } from './queries.ts';

const NOTE = { rows: 2, maxLength: 5000, className: 'text-sm' } as const;

export function ApproveForm({ record: claim, change, onClose }: ActionProps<AdminClaimDetail>) {
  const { suggested_payout: suggested, suggested_because: because, policy_facts: policy } = claim;
  const standard = firstNote(claim);
  const { payout_limit_usd: authority } = useAdmin();
  const left = policy.remaining_cover;
  const limits = useQuery(settingsQuery).data?.system.values ?? SETTING_DEFAULTS;
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/approve`,
    schema: approveForm(suggested, { claimed: claim.claim_amount, left, authority }),
    defaultValues: { payout_amount: suggested > 0 ? grouped(`${suggested}`) : '', admin_notes: standard },
    send: (approval) =>
      change.run(
        () => decide(claim, { status: 'approved', ...approval }),
        {
          done: 'Claim approved successfully',
          undo,
          failed: 'Failed to approve claim',
        },
        onClose,
      ),
  });
  const usd = wholeDollars(form.watch('payout_amount'));
  const differs = usd !== null && usd !== suggested;
  return (
    <ActionForm
      title={`Approve ${claim.claim_id}`}
      action={usd === null ? 'Approve Claim' : `Approve Claim for ${formatUsd(usd)}`}
      form={form}
      onCancel={onClose}
    >
      <NumberField
        form={form}
        name="payout_amount"
        places={0}
        shown={(decimal) => formatUsd(Number(decimal))}
        label="Payout in US dollars"
        hint={`Suggested ${formatUsd(suggested)}: the claim less the deductible of ${formatUsd(policy.deductible)}, within the cover left.${because === null ? '' : ` ${because}`}${authority === null ? '' : ` You may approve up to ${formatUsd(authority)}.`}`}
        autoFocus
        className="figures max-w-48 text-right"
        onText={(text) => {
          const note = form.getValues('admin_notes');
          const next = wholeDollars(text);
          // The standard sentence only goes with the suggestion.
          if (next !== suggested && note === FULL_NOTE) form.setValue('admin_notes', '');
          if (next === suggested && note === '') form.setValue('admin_notes', standard);
        }}
      />
      <NoteField
        {...NOTE}
        form={form}
        name="admin_notes"
        label={differs ? 'Reason for the different payout' : 'Note to the customer'}
      />
      <Fields form={form} fields={causeFields(claim)} />
      {usd !== null && usd <= left && (
        <p className="text-[0.8125rem] text-muted">
          This promises <strong className="text-ink">{formatUsd(usd)}</strong> to {claim.customer_name} (
          {shortAddress(policy.holder)}), in the currency of the premium and from its pool. No money moves
          yet. Cover left: {formatUsd(left)} → {formatUsd(left - usd)}.
          {(usd > suggested ||
            usd > limits.second_confirmation_usd ||
            claim.claim_amount > limits.maximum_claim_usd) &&
            ' A second administrator must confirm it before it is paid.'}
          {usd > limits.four_eyes_usd && ' Someone else must prepare the payment.'}
        </p>
      )}
    </ActionForm>
  );
}
