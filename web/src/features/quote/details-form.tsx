import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { formFields } from '../../../../domain/products/forms/facts.ts';
import type { ProductField } from '../../../../domain/products/forms/form.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

/** As typed. */
export type FormValues = Record<string, string>;
/** As parsed by the schemas: trimmed, with numbers as numbers. */
export type FormOutput = Record<string, string | number>;

interface DetailsFormProps {
  product: ProductKey;
  control: Control<FormValues, unknown, FormOutput>;
  register: UseFormRegister<FormValues>;
  errors: FieldErrors<FormValues>;
}

const isNumber = ({ kind }: ProductField) => kind === 'year' || kind === 'count';

/** The insured facts of one product. Every field is required. */
export function DetailsForm({ product, control, register, errors }: DetailsFormProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {formFields(product).map((entry) => (
        <Field
          key={entry.name}
          label={entry.label}
          error={errors[entry.name]?.message}
          className={entry.wide ? 'sm:col-span-2' : ''}
        >
          {(aria) =>
            entry.kind === 'select' ? (
              <Controller
                control={control}
                name={entry.name}
                render={({ field }) => (
                  <Select
                    {...aria}
                    options={entry.options}
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
                {...register(entry.name)}
                type={isNumber(entry) ? 'text' : entry.kind}
                inputMode={isNumber(entry) ? 'numeric' : undefined}
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
