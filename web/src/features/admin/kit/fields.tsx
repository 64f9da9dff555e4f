/** Fields as data: what a form asks for, by kind. */
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { formatDay, parseDay } from '#domain/days.ts';
import { formatUsd, grouped } from '#domain/money.ts';
import { DAY_WANTED } from '#domain/read-day.ts';
import { typedNumber } from '#domain/read-number.ts';
import { PasswordInput } from '#web/features/admin/parts/password-input.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatCount } from '#web/lib/format.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { type AnyForm, NoteField, NumberField, SelectField, TextField, TYPED_HASH } from '#web/ui/form.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';

export interface FieldSpec<Entered extends FieldValues = FieldValues> {
  name: FieldPath<Entered>;
  label: string;
  /** `text` by default. `dollars` and `amount` are typed in any notation, `number` and `several` are those of the settings. */
  kind?:
    | 'text'
    | 'email'
    | 'password'
    | 'code'
    | 'hash'
    | 'note'
    | 'dollars'
    | 'amount'
    | 'day'
    | 'select'
    | 'number'
    | 'several'
    | 'switch';
  hint?: ReactNode;
  /** Shown while the form finds nothing wrong itself. */
  error?: string | undefined;
  placeholder?: string;
  maxLength?: number;
  rows?: number;
  autoComplete?: string;
  /** Has the focus in place of the first. */
  focus?: boolean;
  options?: readonly SelectOption[];
  /** Whether the value of a select is a number. */
  numeric?: boolean;
  /** Decimals of an amount. */
  places?: number;
  /** Of a day: what it is called in the calendar. */
  what?: string;
  min?: number | undefined;
  max?: number | undefined;
  /** Such as `$`, before the number, and `years`, after it. */
  unit?: string;
  after?: string;
}

interface FieldsProps<Entered extends FieldValues> {
  form: AnyForm<Entered>;
  fields: readonly FieldSpec<Entered>[];
  /** Whether one of them has the focus at once. */
  focus?: boolean;
}

export function Fields<Entered extends FieldValues>({
  fields,
  focus = false,
  ...rest
}: FieldsProps<Entered>) {
  const first = fields.find((field) => field.focus) ?? fields[0];
  return fields.map((field) => (
    <OneField key={field.name} {...rest} field={field} autoFocus={focus && field === first} />
  ));
}

interface OneFieldProps<Entered extends FieldValues> extends Omit<FieldsProps<Entered>, 'fields' | 'focus'> {
  field: FieldSpec<Entered>;
  autoFocus: boolean;
}

function OneField<Entered extends FieldValues>({ form, field, autoFocus }: OneFieldProps<Entered>) {
  const {
    kind = 'text',
    focus: _,
    options = [],
    numeric,
    unit,
    after,
    places = 0,
    min,
    max,
    ...rest
  } = field;
  const { rows = 2, what = 'the day', ...own } = rest;
  const shared = { form, autoFocus, fieldClass: 'w-full', ...own };
  const controlled = (
    render: (value: unknown, onChange: (value: unknown) => void, onBlur: () => void) => ReactNode,
  ) => (
    <Controller
      control={form.control}
      name={own.name}
      render={({ field: { value, onChange, onBlur } }) => <>{render(value, onChange, onBlur)}</>}
    />
  );
  const error = form.getFieldState(own.name, form.formState).error?.message;
  const { label, hint } = own;
  switch (kind) {
    case 'note':
      return <NoteField {...shared} rows={rows} className="text-sm" />;
    case 'dollars':
    case 'amount':
      return (
        <NumberField
          {...shared}
          places={places}
          shown={kind === 'dollars' ? (usd) => formatUsd(Number(usd)) : grouped}
          className={cn('figures text-right', kind === 'dollars' ? 'max-w-48' : 'max-w-80')}
        />
      );
    case 'hash':
      return <TextField {...TYPED_HASH} {...shared} />;
    case 'code':
      return <TextField {...shared} inputMode="numeric" />;
    case 'password':
      return <TextField {...shared} as={PasswordInput} />;
    case 'select':
      return <SelectField {...shared} options={options} numeric={numeric} />;
    case 'day':
      return controlled((value, onChange, onBlur) => (
        <DateField
          label={label}
          hint={hint}
          what={what}
          error={error && (value === '' ? DAY_WANTED : error)}
          value={parseDay(String(value))}
          onChange={(day) => onChange(day === null ? '' : formatDay(day))}
          onBlur={onBlur}
          min={min}
          max={max}
        />
      ));
    case 'switch':
      return controlled((value, onChange) => (
        <div className="-my-3">
          <Switch label={label} hint={hint} checked={value === true} onChange={onChange} />
        </div>
      ));
    case 'several':
      return controlled((value, onChange) => (
        <Several
          label={label}
          hint={hint}
          error={error}
          options={options}
          value={String(value)}
          onChange={onChange}
        />
      ));
    case 'number':
      return (
        <Field label={label} hint={hint} error={error}>
          {(aria) => (
            <div className="flex items-center gap-2">
              {unit && <span className="text-muted">{unit}</span>}
              {controlled((value, onChange, onBlur) => (
                <NumberInput
                  {...aria}
                  name={own.name}
                  value={Number(value)}
                  onNumber={onChange}
                  onBlur={onBlur}
                />
              ))}
              {after && <span className="text-muted">{after}</span>}
            </div>
          )}
        </Field>
      );
    default:
      return <TextField {...shared} type={kind} />;
  }
}

/** The number that was typed, with or without separators; NaN for nothing or anything else. */
const numberIn = (text: string) => Number(typedNumber(text, 2) ?? Number.NaN);

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: number;
  onNumber: (value: number) => void;
}

/** A number with thousands separators, except while somebody types in it. */
function NumberInput({ value, onNumber, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = Number.isNaN(value) ? '' : formatCount(value);
  return (
    <Input
      {...rest}
      inputMode="numeric"
      className="figures max-w-48 text-right"
      // What was typed counts until the form has another value.
      value={typed !== null && Object.is(numberIn(typed), value) ? typed : text}
      onChange={({ target }) => {
        setTyped(target.value);
        onNumber(numberIn(target.value));
      }}
      onFocus={({ target }) => {
        if (Number.isNaN(value)) return;
        setTyped(String(value));
        // The other text loses the selection, and what is typed next would follow the old number.
        queueMicrotask(() => target.select());
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

interface SeveralProps extends Pick<FieldSpec, 'label' | 'hint'> {
  error: string | undefined;
  options: readonly SelectOption[];
  /** The chosen values, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** Several values of a list: each can be removed, the select adds one. */
function Several({ label, hint, error, options, value, onChange }: SeveralProps) {
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
                className="grid size-8 place-items-center text-muted hover:text-ink"
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
            options={options.filter((option) => !chosen.includes(option.value))}
            value=""
            onChange={(one) => onChange([...chosen, one].join(','))}
          />
        </div>
      )}
    </Field>
  );
}
