import type { BaseSyntheticEvent, ComponentProps, ReactNode } from 'react';
import { Controller, type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { typedNumber } from '#domain/read-number.ts';

export { TYPED_HASH } from './field.tsx';

import { Button } from './button.tsx';
import { Field, Input, Textarea } from './field.tsx';
import { Select, type SelectOption } from './select.tsx';
import { Failure } from './states.tsx';

/** What a frame around a form's fields needs of it. */
export interface SentForm {
  submit: (event?: BaseSyntheticEvent) => void;
  sending: { isPending: boolean; error: Error | null };
}

interface DialogFormProps {
  form: SentForm;
  /** What failed, if the server refuses. */
  failed: string;
  action: string;
  disabled?: boolean;
  close?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: its fields, what went wrong, and the way back. */
export function DialogForm(props: DialogFormProps) {
  const { form, failed, action, disabled, close = 'Close', onClose, children } = props;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {children}
      <Failure title={failed} error={form.sending.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {close}
        </Button>
        <Button type="submit" busy={form.sending.isPending} disabled={disabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}

export type AnyForm<Entered extends FieldValues> = Pick<
  // biome-ignore lint/suspicious/noExplicitAny: a field does not depend on what the form makes of its values.
  UseFormReturn<Entered, any, any>,
  'control' | 'formState' | 'getFieldState' | 'register'
>;

interface BoundField<Entered extends FieldValues> {
  form: AnyForm<Entered>;
  name: FieldPath<Entered>;
  label: string;
  hint?: ReactNode;
  /** Shown when the form has no error of its own for this field. */
  error?: string | undefined;
  /** Of label, control and hint together. */
  fieldClass?: string;
}

function fieldOf<Entered extends FieldValues>({ form, name, ...field }: BoundField<Entered>) {
  const error = form.getFieldState(name, form.formState).error?.message ?? field.error;
  return { label: field.label, hint: field.hint, error, className: field.fieldClass };
}

type Rest<Control> = Omit<Control, 'form' | 'name' | 'label' | 'value' | 'onChange'>;

interface TextFieldProps<Entered extends FieldValues>
  extends BoundField<Entered>,
    Rest<ComponentProps<'input'>> {
  /** Another input, such as that of a password. */
  as?: (props: ComponentProps<'input'>) => ReactNode;
  /** With every change by the person. */
  onText?: (text: string) => void;
}

export function TextField<Entered extends FieldValues>({
  as: Control = Input,
  onText,
  ...props
}: TextFieldProps<Entered>) {
  const { form, name, label: _, hint: __, error: ___, fieldClass: ____, ...rest } = props;
  const onChange = ({ target }: { target: { value: string } }) => onText?.(target.value);
  return (
    <Field {...fieldOf(props)}>
      {(aria) => <Control {...rest} {...aria} {...form.register(name, { onChange })} />}
    </Field>
  );
}

interface NumberFieldProps<Entered extends FieldValues> extends TextFieldProps<Entered> {
  /** Decimals that the number may have. */
  places: number;
  /** How the number that was understood is shown, from its decimal digits. */
  shown: (decimal: string) => string;
}

/** A number typed in any notation. What it was understood as stands below it, unless that is what was typed. */
export function NumberField<Entered extends FieldValues>(props: NumberFieldProps<Entered>) {
  const { places, shown, hint, ...rest } = props;
  const text = String(useWatch({ control: rest.form.control, name: rest.name }) ?? '').trim();
  const decimal = typedNumber(text, places);
  const understood = decimal === null || shown(decimal) === text ? null : shown(decimal);
  return (
    <TextField
      inputMode={places === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      hint={
        <>
          <span role="status" className="font-medium text-ink figures">
            {understood === null ? '' : `${understood} `}
          </span>
          <span>{hint}</span>
        </>
      }
    />
  );
}

export function NoteField<Entered extends FieldValues>(
  props: BoundField<Entered> & Rest<ComponentProps<'textarea'>>,
) {
  const { form, name, label: _, hint: __, error: ___, fieldClass: ____, ...rest } = props;
  return (
    <Field {...fieldOf(props)}>{(aria) => <Textarea {...rest} {...aria} {...form.register(name)} />}</Field>
  );
}

interface SelectFieldProps<Entered extends FieldValues> extends BoundField<Entered> {
  options: readonly SelectOption[];
  /** Whether its value is a number. */
  numeric?: boolean | undefined;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

export function SelectField<Entered extends FieldValues>(props: SelectFieldProps<Entered>) {
  const { form, name, options, numeric, placeholder, disabled, autoFocus } = props;
  return (
    <Field {...fieldOf(props)}>
      {(aria) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { value, onChange, onBlur } }) => (
            <Select
              {...aria}
              options={options}
              placeholder={placeholder}
              disabled={disabled}
              autoFocus={autoFocus}
              value={String(value ?? '')}
              onChange={numeric ? (chosen) => onChange(Number(chosen)) : onChange}
              onBlur={onBlur}
            />
          )}
        />
      )}
    </Field>
  );
}
