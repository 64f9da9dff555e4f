import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import type { Product } from '../../../../domain/quote/products.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { FORM_FIELDS } from './form-fields.ts';

/** As typed. */
export type FormValues = Record<string, string>;
/** As the schemas give it back: trimmed, numbers as numbers. */
export type FormOutput = Record<string, string | number>;

interface DetailsFormProps {
  product: Product;
  control: Control<FormValues, unknown, FormOutput>;
  register: UseFormRegister<FormValues>;
  errors: FieldErrors<FormValues>;
}

/** The insured facts of one product; every field is needed. */
export function DetailsForm({ product, control, register, errors }: DetailsFormProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {FORM_FIELDS[product].map((entry) => (
        <Field
          key={entry.field}
          label={entry.label}
          error={errors[entry.field]?.message}
          className={entry.wide ? 'sm:col-span-2' : ''}
        >
          {(aria) =>
            entry.kind === 'select' ? (
              <Controller
                control={control}
                name={entry.field}
                render={({ field }) => (
                  <Select
                    {...aria}
                    options={entry.options ?? []}
                    placeholder={entry.placeholder}
                    value={field.value ?? ''}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                )}
              />
            ) : (
              <Input
                {...aria}
                {...register(entry.field)}
                type={entry.kind === 'number' ? 'text' : entry.kind}
                inputMode={entry.kind === 'number' ? 'numeric' : undefined}
                autoComplete={entry.autoComplete ?? 'off'}
                placeholder={entry.placeholder}
              />
            )
          }
        </Field>
      ))}
    </div>
  );
}
