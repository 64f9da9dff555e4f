/** Withdrawals that a person at the desk checks, or enters because they came by letter or plain email. */
import { Controller } from 'react-hook-form';
import * as policiesApi from '#domain/admin/policies-api.ts';
import { withdrawalCheck, withdrawalEntry } from '#domain/admin/policies-schema.ts';
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { DAY_WANTED } from '#domain/read-day.ts';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NoteField, SelectField } from '#web/ui/form.tsx';
import type { PolicyFormProps } from './forms.tsx';

const CHECKS = [
  { value: 'accepted', label: 'It is the holder’s: it takes effect' },
  { value: 'refused', label: 'It is not: the policy continues' },
];

/** The oldest withdrawal that nobody has checked. */
export function CheckWithdrawalForm({ policy, change, onClose }: PolicyFormProps) {
  const one = policy.withdrawals_to_check[0];
  const form = useApiForm({
    keep: `desk/policy/${policy.id}/withdrawal-check`,
    schema: withdrawalCheck,
    defaultValues: { decision: '' as 'accepted', note: '' },
    send: (body) =>
      change.run(
        () =>
          adminApi.send(policiesApi.checkWithdrawal, { id: policy.id, withdrawal_id: one?.id ?? 0, body }),
        { done: 'Withdrawal checked', failed: 'Failed to check the withdrawal' },
        onClose,
      ),
  });
  if (!one) return null;
  return (
    <ActionForm
      title={`Check the withdrawal from ${policy.policy_id}`}
      action="Record"
      form={form}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        {one.email} submitted it <ShortMoment at={one.submitted_at} />. The policy’s address is {policy.email}
        . Make sure that it comes from the holder before you accept it: it ends the cover. Then{' '}
        {policy.customer} gets the whole premium of {formatUsd(policy.total_premium)} back.
      </p>
      <SelectField form={form} name="decision" label="Decision" options={CHECKS} placeholder="Choose one" />
      <NoteField form={form} name="note" label="How you checked it" rows={2} className="text-sm" />
    </ActionForm>
  );
}

/** A withdrawal that came by letter or plain email. */
export function EnterWithdrawalForm({ policy, change, onClose }: PolicyFormProps) {
  const form = useApiForm({
    keep: `desk/policy/${policy.id}/withdrawal`,
    schema: withdrawalEntry,
    defaultValues: { received_on: '', note: '' },
    send: (body) =>
      change.run(
        () => adminApi.send(policiesApi.enterWithdrawal, { id: policy.id, body }),
        { done: 'Withdrawal entered', failed: 'Failed to enter the withdrawal' },
        onClose,
      ),
  });
  return (
    <ActionForm
      title={`Enter a withdrawal from ${policy.policy_id}`}
      action="Enter"
      form={form}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        For a withdrawal that came by letter or plain email. Make sure that it comes from the holder: it ends
        the cover. {policy.customer} is told in writing, and the whole premium of{' '}
        {formatUsd(policy.total_premium)} goes back.
      </p>
      <Controller
        control={form.control}
        name="received_on"
        render={({ field, fieldState }) => (
          <DateField
            label="Received on (UTC)"
            what="the day"
            error={fieldState.error && DAY_WANTED}
            value={parseDay(field.value)}
            onChange={(day) => field.onChange(day === null ? '' : formatDay(day))}
            onBlur={field.onBlur}
            min={parseDay(policy.submitted_date.slice(0, 10)) ?? undefined}
            max={dayOf(Date.now())}
          />
        )}
      />
      <NoteField
        form={form}
        name="note"
        label="How it came and how you checked it"
        rows={2}
        className="text-sm"
      />
    </ActionForm>
  );
}
