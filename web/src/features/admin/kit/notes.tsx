import { type NoteEntry, noteRequest } from '#domain/admin/records-schema.ts';
import type { Permission } from '#domain/permissions.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import type { Keep } from '#web/lib/kept/use-kept-form.ts';
import { Ask } from './asking.tsx';

interface NotesProps extends Keep {
  notes: readonly NoteEntry[];
  /** Whoever may not write one only reads them. */
  needs: Permission;
  /** Saves a note and loads the record again. */
  onAdd: (text: string) => Promise<unknown>;
}

/** Goes to where a note is written. */
export const focusNote = () => document.querySelector<HTMLElement>('[data-notes] textarea')?.focus();

/** Internal notes on a record, which customers never see. */
export function Notes({ keep, notes, needs, onAdd }: NotesProps) {
  const writes = useAdmin().may(needs);
  return (
    <PanelSection title="Internal notes">
      {notes.length === 0 && !writes && <p className="text-muted">No notes.</p>}
      <ul className="mb-3 flex flex-col gap-3 empty:hidden">
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
      {writes && (
        <div data-notes>
          <Ask
            keep={keep}
            schema={noteRequest}
            start={{ text: '' }}
            fields={[{ name: 'text', label: 'Add a note for colleagues', kind: 'note', maxLength: 5000 }]}
            send={({ text }) => onAdd(text)}
            action="Add note"
            quiet
            filled
            resets
          />
        </div>
      )}
    </PanelSection>
  );
}
