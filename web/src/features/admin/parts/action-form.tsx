import type { KeyboardEvent, ReactNode } from 'react';
import * as z from 'zod';
import { messageOf } from '#web/lib/api/errors.ts';
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

interface ActionFormProps {
  title: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** Cmd or Ctrl with Enter sends a form, out of a field of several lines too. */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}

/** A form in the bar at the bottom: what will happen, its fields, and the way back. */
export function ActionForm({
  title,
  action,
  danger = false,
  form: { submit, sending },
  onClose,
  children,
}: ActionFormProps & { form: SentForm }) {
  return (
    <form
      noValidate
      aria-label={title}
      data-holds-keys
      onSubmit={submit}
      onKeyDownCapture={sendByKey}
      className="flex flex-col gap-3"
    >
      <h3 className="text-sm font-semibold tracking-normal">{title}</h3>
      {children}
      <FormError error={sending.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="dense" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="dense"
          variant={danger ? 'danger' : 'primary'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={sending.isPending}
        >
          {action}
          <KeyMark>{SEND_KEY}</KeyMark>
        </Button>
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
