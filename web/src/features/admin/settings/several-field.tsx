import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';

interface SeveralFieldProps {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  options: readonly SelectOption[];
  /** The chosen values, separated by commas. */
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Several values of a list: each can be removed, the select adds one. */
export function SeveralField({ label, hint, error, options, value, disabled, onChange }: SeveralFieldProps) {
  const chosen = value.split(',').filter((one) => one !== '');
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <div className="flex flex-wrap items-center gap-1.5">
          {chosen.map((one) => (
            <span
              key={one}
              className="inline-flex h-8 items-center gap-1 rounded-[8px] border border-line pl-2.5 text-[0.8125rem]"
            >
              {labelOf(one)}
              <button
                type="button"
                aria-label={`Remove ${labelOf(one)}`}
                disabled={disabled}
                className="grid size-8 place-items-center text-muted hover:text-ink disabled:hidden"
                onClick={() => onChange(chosen.filter((other) => other !== one).join(','))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </span>
          ))}
          <Select
            {...aria}
            className="h-8! w-44! text-[0.8125rem]!"
            placeholder={chosen.length === 0 ? 'None' : 'Add'}
            disabled={disabled}
            options={options.filter((option) => !chosen.includes(option.value))}
            value=""
            onChange={(one) => onChange([...chosen, one].join(','))}
          />
        </div>
      )}
    </Field>
  );
}
