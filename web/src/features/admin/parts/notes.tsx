import { useId } from 'react';
import { type NoteEntry, noteRequest } from '#domain/admin/records-schema.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import type { Keep } from '#web/lib/kept/use-kept-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { FormError, sendByKey } from './action-form.tsx';
import { ShortMoment } from './cells.tsx';
import { PanelSection } from './panel.tsx';

interface NotesProps extends Keep {
  notes: readonly NoteEntry[];
  /** Saves a note and loads the record again; null for who may only read. */
  onAdd: ((text: string) => Promise<unknown>) | null;
}

/** Goes to where a note is written. */
export const focusNote = () => document.querySelector<HTMLElement>('[data-note]')?.focus();

/** Internal notes on a record, which customers never see. */
export function Notes({ keep, notes, onAdd }: NotesProps) {
  const id = useId();
  const form = useApiForm({
    keep,
    schema: noteRequest,
    defaultValues: { text: '' },
    send: async ({ text }) => onAdd?.(text),
    onDone: (): void => form.reset(),
  });
  return (
    <PanelSection title="Internal notes">
      {notes.length === 0 && onAdd === null && <p className="text-muted">No notes.</p>}
      <ul className="flex flex-col gap-3">
        {notes.map((note) => (
          <li key={note.id} className="rounded-lg bg-amber-soft/60 px-3 py-2">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {note.text}
            </p>
            <p className="mt-1 text-xs text-muted">
              {note.author} · <ShortMoment at={note.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {onAdd && (
        <form
          noValidate
          className="mt-3 flex flex-col items-start gap-2"
          onSubmit={form.submit}
          onKeyDownCapture={sendByKey}
        >
          <label htmlFor={id} className="sr-only">
            Internal note
          </label>
          <Textarea
            id={id}
            data-note
            rows={2}
            maxLength={5000}
            placeholder="Add a note for colleagues"
            className="text-sm!"
            {...form.register('text')}
          />
          <FormError error={form.sending.error} />
          <Button
            type="submit"
            size="dense"
            variant="secondary"
            disabled={form.watch('text').trim() === ''}
            busy={form.sending.isPending}
          >
            Add note
          </Button>
        </form>
      )}
    </PanelSection>
  );
}
