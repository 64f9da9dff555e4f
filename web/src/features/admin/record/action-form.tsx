import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';

/** A form in the bar at the bottom: what will happen, its fields, and the way back. */
export function ActionForm({
  title,
  action,
  danger = false,
  busy,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-3"
    >
      <h3 className="text-sm font-semibold tracking-normal">{title}</h3>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="dense" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="dense" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** A text that the customer or a colleague will read. */
export function NoteField({
  label,
  hint,
  value,
  onChange,
  error,
  first = false,
  maxLength = 5000,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  first?: boolean;
  maxLength?: number;
}) {
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {(aria) => (
        <Textarea
          {...aria}
          rows={2}
          maxLength={maxLength}
          autoFocus={first}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="text-sm"
        />
      )}
    </Field>
  );
}
