import type { KeyboardEvent, ReactNode } from 'react';
import * as z from 'zod';
import { messageOf } from '#web/lib/api/errors.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import type { SentForm } from '#web/ui/form.tsx';
import { KeyMark, SEND_KEY } from './cells.tsx';

/** Why a form was not sent. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-sm text-coral">
      {typeof error === 'string' ? error : messageOf(error)}
    </p>
  );
}

/** Cmd or Ctrl with Enter sends a form, out of a field of several lines too. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}

export interface ActionFormProps {
  form: SentForm;
  /** In the bar at the bottom; without it the form stands in a card or a dialog. */
  title?: string | undefined;
  action: string;
  danger?: boolean | undefined;
  /** Whether something else is the next step. */
  quiet?: boolean | undefined;
  disabled?: boolean | undefined;
  onCancel?: (() => void) | undefined;
  /** The way back; Cancel by default. */
  back?: string | undefined;
  /** Beside the buttons. */
  more?: ReactNode;
  children?: ReactNode;
}

/** A form of the desk: what will happen, its fields, and the way back, which comes first in the bar. */
export function ActionForm(props: ActionFormProps) {
  const { form, title, action, danger, quiet, disabled, onCancel, back = 'Cancel', more, children } = props;
  const inBar = title !== undefined;
  const size = inBar ? 'dense' : 'small';
  const cancel = onCancel && (
    <Button variant="quiet" size={size} onClick={onCancel}>
      {back}
    </Button>
  );
  return (
    <form
      noValidate
      aria-label={title}
      data-holds-keys={inBar || undefined}
      onSubmit={form.submit}
      onKeyDownCapture={sendByKey}
      className={cn('flex flex-col gap-3', !inBar && 'items-start')}
    >
      {inBar && <h3 className="text-sm font-semibold tracking-normal">{title}</h3>}
      {children}
      <FormError error={form.sending.error} />
      <div className={cn('flex flex-wrap gap-2', inBar && 'justify-end')}>
        {inBar && cancel}
        <Button
          type="submit"
          size={size}
          variant={danger ? 'danger' : quiet ? 'secondary' : 'primary'}
          aria-keyshortcuts={inBar ? 'Control+Enter Meta+Enter' : undefined}
          disabled={disabled}
          busy={form.sending.isPending}
        >
          {action}
          {inBar && <KeyMark>{SEND_KEY}</KeyMark>}
        </Button>
        {!inBar && cancel}
        {more}
      </div>
    </form>
  );
}

/** A note that may be empty, and is then left out of the request. */
export const OPTIONAL_NOTE = z
  .string()
  .trim()
  .transform((text) => text || undefined);

/** A form of an optional note alone: its schema, what it begins with, and its field. */
export const noteForm = (label: string) => ({
  schema: z.object({ admin_notes: OPTIONAL_NOTE }),
  start: () => ({ admin_notes: '' }),
  fields: [{ name: 'admin_notes', label, kind: 'note', maxLength: 5000 }] as const,
});

/** A note that the API leaves optional, and this form does not. */
export const requiredNote = (missing: string) => z.string().trim().min(1, missing);
