import { Controller, type UseFormReturn } from 'react-hook-form';
import { formatDay, parseDay } from '#domain/days.ts';
import { grouped } from '#domain/money.ts';
import type { ProductField } from '#domain/products/forms/form.ts';
import { useToday } from '#web/lib/today.ts';
import { DateField } from './date-field.tsx';
import { type AnyForm, NumberField, SelectField, TextField } from './form.tsx';

export type FormValues = Record<string, string>;
/** As parsed by the schemas: trimmed, with numbers as numbers. */
export type FormOutput = Record<string, string | number>;
export type DetailsOf = UseFormReturn<FormValues, unknown, FormOutput>;

const DATES = { first: parseDay('1900-01-01') ?? 0, shown: parseDay('2015-01-01') ?? 0 };

function DayField({ form, name, label }: { form: AnyForm<FormValues>; name: string; label: string }) {
  const today = useToday();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <DateField
          label={label}
          what={`the ${label.toLowerCase()}`}
          error={fieldState.error?.message}
          min={DATES.first}
          max={today}
          first={DATES.shown}
          value={parseDay(value ?? '')}
          onChange={(day) => onChange(day === null ? '' : formatDay(day))}
          onBlur={onBlur}
        />
      )}
    />
  );
}

interface DetailsFormProps {
  fields: readonly ProductField[];
  form: AnyForm<FormValues>;
  /** What is wrong with a field beside what its form says, by its name. */
  errors?: ReadonlyMap<string, string>;
}

/** The form's fields, two beside each other. */
export default function DetailsForm({ fields, form, errors }: DetailsFormProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map((entry) => {
        const { name, label, placeholder } = entry;
        const fieldClass = entry.wide ? 'sm:col-span-2' : '';
        const field = { form, name, label, placeholder, fieldClass, error: errors?.get(name) };
        if (entry.kind === 'select') return <SelectField key={name} {...field} options={entry.options} />;
        if (entry.kind === 'day') return <DayField key={name} form={form} name={name} label={label} />;
        if (entry.kind === 'count') return <NumberField key={name} {...field} places={0} shown={grouped} />;
        return (
          <TextField
            key={name}
            {...field}
            type={entry.kind === 'year' ? 'text' : entry.kind}
            inputMode={entry.kind === 'year' ? 'numeric' : undefined}
            autoComplete={entry.autoComplete ?? 'off'}
          />
        );
      })}
    </div>
  );
}
