import type { ComponentProps } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { MAX_DESCRIPTION, MIN_DESCRIPTION } from '#domain/claims/rules.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { visibleLength } from '#domain/text.ts';
import { formatCount } from '#web/lib/format.ts';
import { localToday } from '#web/lib/local-time.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Input } from '#web/ui/field.tsx';
import { NoteField, NumberField, SelectField } from '#web/ui/form.tsx';
import { type ClaimChecked, type ClaimEntered, coverDates, coverStart, incidentDays } from './claim-form.ts';

export interface IncidentFieldsProps {
  form: UseFormReturn<ClaimEntered, unknown, ClaimChecked>;
  policy: PolicyAnswer | null;
  /** The cover's objections to the date, the amount and the cause while they are typed. */
  dayProblem: string | null;
  amountProblem: string | null;
  causeIssue: string | null;
}

/** Character count, announced only near the limits and not for every letter. */
function Counter({ control }: Pick<IncidentFieldsProps['form'], 'control'>) {
  const length = visibleLength(useWatch({ control, name: 'description' }));
  const missing = MIN_DESCRIPTION - length;
  return (
    <>
      {missing > 0
        ? `At least ${MIN_DESCRIPTION} characters: ${missing} more to go.`
        : `${formatCount(length)} of ${formatCount(MAX_DESCRIPTION)} characters`}
    </>
  );
}

const DollarInput = (props: ComponentProps<'input'>) => (
  <div className="relative">
    <span aria-hidden className="absolute top-2.5 left-3 text-muted">
      $
    </span>
    <Input {...props} className="figures pl-7" />
  </div>
);

/** When the policy covers, of a trip both its parts. */
function coverHint(policy: PolicyAnswer): string {
  const starts = coverStart(policy);
  return `${policy.policy_number} covers ${coverDates(policy)}.${starts === null ? '' : ` ${starts}.`}`;
}

function TravelerField({ form, policy }: IncidentFieldsProps) {
  if (policy === null || policy.travelers.length < 2) return null;
  return (
    <SelectField
      form={form}
      name="traveler"
      label="Traveler"
      hint="Each has cover of their own. Make a claim for each of you."
      fieldClass="sm:col-span-2 sm:max-w-80"
      options={policy.travelers.map(({ number, name }) => ({ value: String(number), label: name }))}
      placeholder="Whom is it about?"
    />
  );
}

function IncidentDate({ form, policy, dayProblem }: IncidentFieldsProps) {
  const today = localToday(Date.now());
  const days = incidentDays(policy, today);
  return (
    <Controller
      control={form.control}
      name="incident_date"
      render={({ field }) => (
        <DateField
          label="Date of incident"
          what="the date of the incident"
          error={form.formState.errors.incident_date?.message ?? dayProblem ?? undefined}
          hint={policy ? coverHint(policy) : 'The day it happened.'}
          min={days.first}
          max={days.last}
          first={days.last}
          shortcuts={[
            ['Today', today],
            ['Yesterday', today - 1],
          ]}
          value={parseDay(field.value)}
          onChange={(day) => field.onChange(day === null ? '' : formatDay(day))}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

function AmountField({ form, policy, amountProblem }: IncidentFieldsProps) {
  const deductible = policy?.deductible ?? 0;
  return (
    <NumberField
      form={form}
      name="claim_amount"
      places={2}
      shown={(decimal) => formatUsd(Number(decimal))}
      as={DollarInput}
      label="Estimated claim amount"
      error={amountProblem ?? undefined}
      hint={
        deductible > 0
          ? `The whole loss, in US dollars. You pay the first ${formatUsd(deductible)} of it.`
          : 'The whole loss, in US dollars.'
      }
      placeholder="1,250.00"
    />
  );
}

function CauseField({ form, policy, causeIssue }: IncidentFieldsProps) {
  if (policy === null) return null;
  return (
    <SelectField
      form={form}
      name="cause"
      label={coverStart(policy) === null ? 'Cause (optional)' : 'Cause'}
      error={causeIssue ?? undefined}
      hint="What comes closest."
      options={Object.entries(FORMS[policy.policy_type].causes).map(([value, label]) => ({ value, label }))}
      placeholder="Choose a cause"
    />
  );
}

function DescriptionField({ form }: IncidentFieldsProps) {
  return (
    <NoteField
      form={form}
      name="description"
      label="Detailed description"
      hint={<Counter control={form.control} />}
      rows={6}
      placeholder="What happened, where, and what was damaged or lost?"
    />
  );
}

/** When it happened, to whom and by what. */
export function EventFields(props: IncidentFieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TravelerField {...props} />
      <IncidentDate {...props} />
      <CauseField {...props} />
    </div>
  );
}

/** What was lost, in money and in words. */
export function LossFields(props: IncidentFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <AmountField {...props} />
      <DescriptionField {...props} />
    </div>
  );
}
