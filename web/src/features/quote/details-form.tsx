import type { UseFormReturn } from 'react-hook-form';
import { formFields } from '../../../../domain/products/forms/facts.ts';
import type { ProductField } from '../../../../domain/products/forms/form.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import { SelectField, TextField } from '../../ui/form.tsx';

export type FormValues = Record<string, string>;
/** As parsed by the schemas: trimmed, with numbers as numbers. */
export type FormOutput = Record<string, string | number>;

interface DetailsFormProps {
  product: ProductKey;
  form: UseFormReturn<FormValues, unknown, FormOutput>;
}

const isNumber = ({ kind }: ProductField) => kind === 'year' || kind === 'count';

export function DetailsForm({ product, form }: DetailsFormProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {formFields(product).map((entry) => {
        const { name, label, placeholder } = entry;
        const field = { form, name, label, placeholder, fieldClass: entry.wide ? 'sm:col-span-2' : '' };
        if (entry.kind === 'select') return <SelectField key={name} {...field} options={entry.options} />;
        return (
          <TextField
            key={name}
            {...field}
            type={isNumber(entry) ? 'text' : entry.kind}
            inputMode={isNumber(entry) ? 'numeric' : undefined}
            autoComplete={entry.autoComplete ?? 'off'}
          />
        );
      })}
    </div>
  );
}
