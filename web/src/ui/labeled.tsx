import type { ComponentProps } from 'react';
import { Field, type FieldProps, Input } from './field.tsx';
import { Select } from './select.tsx';

interface LabeledInputProps
  extends Pick<FieldProps, 'label' | 'hint' | 'error'>,
    Omit<ComponentProps<'input'>, 'onChange'> {
  /** Of label, control and hint together. */
  fieldClass?: string;
  onText?: (text: string) => void;
}

/** An input that no form holds, with its label. */
export function LabeledInput(props: LabeledInputProps) {
  const { label, hint, error, fieldClass, onText, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error} className={fieldClass}>
      {(aria) => <Input {...input} {...aria} onChange={({ target }) => onText?.(target.value)} />}
    </Field>
  );
}

/** A select that no form holds, with its label. */
export function LabeledSelect({
  label,
  hint,
  ...select
}: Pick<FieldProps, 'label' | 'hint'> & ComponentProps<typeof Select>) {
  return (
    <Field label={label} hint={hint}>
      {(aria) => <Select {...select} {...aria} />}
    </Field>
  );
}
