import { type Control, Controller, type FieldErrors, useWatch } from 'react-hook-form';
import { MAX_DESCRIPTION, MIN_DESCRIPTION } from '../../../../../domain/claims/rules.ts';
import { formatDay, parseDay } from '../../../../../domain/days.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { localToday } from '../../../lib/local-time.ts';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { type ClaimChecked, type ClaimEntered, coverDates, incidentDays } from './claim-form.ts';

interface IncidentFieldsProps {
  control: Control<ClaimEntered, unknown, ClaimChecked>;
  errors: FieldErrors<ClaimEntered>;
  policy: PolicyAnswer | null;
  /** The cover's objections to the date and the amount while they are typed. */
  dayProblem: string | null;
  amountProblem: string | null;
}

/** Character count, announced only near the limits and not for every letter. */
function Counter({ control }: Pick<IncidentFieldsProps, 'control'>) {
  const length = useWatch({ control, name: 'description' }).trim().length;
  const missing = MIN_DESCRIPTION - length;
  return (
    <>
      {missing > 0
        ? `At least ${MIN_DESCRIPTION} characters: ${missing} more to go.`
        : `${length.toLocaleString('en-US')} of ${MAX_DESCRIPTION.toLocaleString('en-US')} characters`}
    </>
  );
}

export function IncidentFields({ control, errors, policy, dayProblem, amountProblem }: IncidentFieldsProps) {
  const days = incidentDays(policy, localToday(Date.now()));
  const deductible = policy ? PRODUCTS[policy.policy_type].deductible : 0;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Controller
        control={control}
        name="incident_date"
        render={({ field }) => (
          <Field
            label="Date of incident"
            error={errors.incident_date?.message ?? dayProblem ?? undefined}
            hint={
              policy
                ? `${policy.policy_number} covers ${coverDates(policy)}.`
                : 'The day on which it happened.'
            }
          >
            {(aria) => (
              <DatePicker
                {...aria}
                label="the date of the incident"
                min={days.first}
                max={days.last}
                first={days.last}
                value={parseDay(field.value)}
                onChange={(day) => field.onChange(day === null ? '' : formatDay(day))}
                onBlur={field.onBlur}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="claim_amount"
        render={({ field }) => (
          <Field
            label="Estimated claim amount"
            error={errors.claim_amount?.message ?? amountProblem ?? undefined}
            hint={
              deductible > 0
                ? `In US dollars, the whole loss. You bear the first ${formatUsd(deductible)} of it.`
                : 'In US dollars, the whole loss.'
            }
          >
            {(aria) => (
              <div className="relative">
                <span aria-hidden className="absolute top-2.5 left-3 text-muted">
                  $
                </span>
                <Input
                  {...aria}
                  {...field}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="1250.00"
                  className="figures pl-7"
                />
              </div>
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <Field
            label="Detailed description"
            className="sm:col-span-2"
            error={errors.description?.message}
            hint={<Counter control={control} />}
          >
            {(aria) => (
              <Textarea
                {...aria}
                {...field}
                rows={6}
                placeholder="What happened, where, and what was damaged or lost?"
              />
            )}
          </Field>
        )}
      />
    </div>
  );
}
