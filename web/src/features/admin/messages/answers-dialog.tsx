import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_MESSAGE } from '../../../../../domain/messages/schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { Conflict } from '../parts/conflict.tsx';
import { isConflict } from '../queries.ts';
import { answersQuery, deleteAnswer, type SavedAnswer, saveAnswer } from './queries.ts';

interface Draft {
  /** The answer as it was opened; null for a new one. */
  seen: SavedAnswer | null;
  title: string;
  text: string;
}
const draftOf = (seen: SavedAnswer): Draft => ({ seen, title: seen.title, text: seen.text });

/** Writes, changes and deletes the texts that replies can begin with. */
export function AnswersDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const answers = useQuery(answersQuery);
  const [draft, setDraft] = useState<Draft | null>(null);
  const reload = async () => {
    await cache.invalidateQueries(answersQuery);
    setTheirs(null);
    setDraft(null);
  };
  /** What somebody else has made of the answer meanwhile. */
  const [theirs, setTheirs] = useState<SavedAnswer | null>(null);
  /** A refused title is a conflict as well; only a newer version of the answer shows both. */
  const onError = async (error: Error, { seen }: { seen: SavedAnswer | null }) => {
    if (!isConflict(error) || seen === null) return;
    const now = (await cache.fetchQuery({ ...answersQuery, staleTime: 0 })).find(({ id }) => id === seen.id);
    setTheirs(now && now.updated_at !== seen.updated_at ? now : null);
  };
  const save = useMutation({
    mutationFn: ({ seen, title, text }: Draft) =>
      saveAnswer(seen, { title: title.trim(), text: text.trim() }),
    onSuccess: reload,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ seen }: { seen: SavedAnswer }) => deleteAnswer(seen),
    onSuccess: reload,
    onError,
  });
  const error = theirs === null ? (save.error ?? remove.error) : null;
  const edit = (next: Draft | null) => {
    save.reset();
    remove.reset();
    setTheirs(null);
    setDraft(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved answers"
      description="{name}, {claim} and {policy} are filled in when an answer is used."
    >
      {answers.isError && (
        <LoadError
          title="The answers could not be loaded"
          small
          busy={answers.isFetching}
          onRetry={answers.refetch}
        >
          {messageOf(answers.error)}
        </LoadError>
      )}
      {error && (
        <p role="alert" className="mb-3 text-sm text-coral">
          {messageOf(error)}
        </p>
      )}
      {draft && theirs && (
        <div className="mb-3 text-sm">
          <Conflict
            rows={[
              { label: 'Title', theirs: theirs.title, mine: draft.title },
              { label: 'Text', theirs: theirs.text, mine: draft.text },
            ]}
            busy={save.isPending}
            onKeepMine={() => save.mutate({ ...draft, seen: theirs })}
            onTakeTheirs={() => edit(draftOf(theirs))}
          />
        </div>
      )}
      {draft ? (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          <Field label="Title">
            {(aria) => (
              <Input
                {...aria}
                autoFocus
                maxLength={80}
                value={draft.title}
                onChange={({ target }) => setDraft({ ...draft, title: target.value })}
              />
            )}
          </Field>
          <Field label="Text">
            {(aria) => (
              <Textarea
                {...aria}
                rows={6}
                maxLength={MAX_MESSAGE}
                value={draft.text}
                onChange={({ target }) => setDraft({ ...draft, text: target.value })}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              size="small"
              busy={save.isPending}
              disabled={draft.title.trim() === '' || draft.text.trim() === ''}
            >
              Save answer
            </Button>
            <Button size="small" variant="quiet" onClick={() => edit(null)}>
              Back
            </Button>
            {draft.seen !== null && (
              <Button
                size="small"
                variant="danger"
                className="ml-auto"
                busy={remove.isPending}
                onClick={() => draft.seen && remove.mutate({ seen: draft.seen })}
              >
                Delete
              </Button>
            )}
          </div>
        </form>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line text-sm">
            {answers.data?.map((answer) => (
              <li key={answer.id} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 truncate" title={answer.text}>
                  {answer.title}
                </span>
                <Button
                  size="dense"
                  variant="quiet"
                  aria-label={`Edit ${answer.title}`}
                  onClick={() => edit(draftOf(answer))}
                >
                  Edit
                </Button>
              </li>
            ))}
            {answers.data?.length === 0 && <li className="py-2 text-muted">No answer is saved yet.</li>}
          </ul>
          <Button className="mt-4" size="small" onClick={() => edit({ seen: null, title: '', text: '' })}>
            New answer
          </Button>
        </>
      )}
    </Dialog>
  );
}
