import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_MESSAGE } from '../../../../../domain/messages/schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { answersQuery, deleteAnswer, saveAnswer } from './queries.ts';

interface Draft {
  id: number | null;
  title: string;
  text: string;
}

/** Writes, changes and deletes the texts that replies can begin with. */
export function AnswersDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const answers = useQuery(answersQuery);
  const [draft, setDraft] = useState<Draft | null>(null);
  const reload = async () => {
    await cache.invalidateQueries(answersQuery);
    setDraft(null);
  };
  const save = useMutation({
    mutationFn: ({ id, title, text }: Draft) => saveAnswer(id, { title: title.trim(), text: text.trim() }),
    onSuccess: reload,
  });
  const remove = useMutation({ mutationFn: deleteAnswer, onSuccess: reload });
  const error = save.error ?? remove.error;
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
            <Button size="small" variant="quiet" onClick={() => setDraft(null)}>
              Back
            </Button>
            {draft.id !== null && (
              <Button
                size="small"
                variant="danger"
                className="ml-auto"
                busy={remove.isPending}
                onClick={() => remove.mutate(draft.id ?? 0)}
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
                  onClick={() => setDraft(answer)}
                >
                  Edit
                </Button>
              </li>
            ))}
            {answers.data?.length === 0 && <li className="py-2 text-muted">No answer is saved yet.</li>}
          </ul>
          <Button className="mt-4" size="small" onClick={() => setDraft({ id: null, title: '', text: '' })}>
            New answer
          </Button>
        </>
      )}
    </Dialog>
  );
}
