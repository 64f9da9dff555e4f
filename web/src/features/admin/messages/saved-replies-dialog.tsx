import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import * as messagesApi from '#domain/admin/messages-api.ts';
import { type savedReply, savedReplyRequest } from '#domain/admin/messages-schema.ts';
import { MAX_MESSAGE } from '#domain/messages/schema.ts';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { adminApi, deskCache } from '#web/features/admin/queries.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NoteField, TextField } from '#web/ui/form.tsx';
import { LoadError } from '#web/ui/states.tsx';

export const savedRepliesQuery = adminApi.query(messagesApi.listSavedReplies, {}, { staleTime: 60_000 });

type SavedReply = z.output<typeof savedReply>;

/** The text being written, or a new one. */
type Draft = SavedReply | 'new';

/** @param seen the answer as it was when it was opened; null for a new one */
const save = (seen: SavedReply | null, body: { title: string; text: string }) =>
  seen === null
    ? adminApi.ask(messagesApi.saveSavedReply, { body })
    : adminApi.ask(messagesApi.changeSavedReply, { id: seen.id, body, version: seen.updated_at });
const remove = ({ id, updated_at: version }: SavedReply) =>
  adminApi.send(messagesApi.deleteSavedReply, { id, version });

/** Writes, changes and deletes the texts that replies can begin with. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const replies = useQuery(savedRepliesQuery);
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved replies"
      description="{name}, {claim} and {policy} are filled in when a reply is used."
    >
      {replies.isError && <LoadError title="The saved replies could not be loaded" small query={replies} />}
      {draft ? (
        <ReplyEditor
          key={draft === 'new' ? draft : `${draft.id} ${draft.updated_at}`}
          seen={draft === 'new' ? null : draft}
          onEdit={setDraft}
        />
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line text-sm">
            {replies.data?.map((reply) => (
              <li key={reply.id} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 truncate" title={reply.text}>
                  {reply.title}
                </span>
                <Button
                  size="dense"
                  variant="quiet"
                  aria-label={`Edit ${reply.title}`}
                  onClick={() => setDraft(reply)}
                >
                  Edit
                </Button>
              </li>
            ))}
            {replies.data?.length === 0 && <li className="py-2 text-muted">No reply is saved yet.</li>}
          </ul>
          <Button className="mt-4" size="small" onClick={() => setDraft('new')}>
            New reply
          </Button>
        </>
      )}
    </Dialog>
  );
}

function ReplyEditor({
  seen,
  onEdit,
}: {
  /** The reply as it was opened; null for a new one. */
  seen: SavedReply | null;
  onEdit: (reply: SavedReply | null) => void;
}) {
  const [failure, setFailure] = useState<unknown>(null);
  const change = useChange({
    seen,
    // A refused title is a conflict as well; only a newer version of the reply shows both.
    read: async () => {
      const replies = await deskCache.fetchQuery({ ...savedRepliesQuery, staleTime: 0 });
      const now = replies.find(({ id }) => id === seen?.id);
      return now && now.updated_at !== seen?.updated_at ? now : null;
    },
    of: ['saved-replies'],
    onFailed: (_, error) => setFailure(error),
  });
  const form = useApiForm({
    keep: `desk/saved-reply/${seen?.id ?? 'new'}`,
    schema: savedReplyRequest,
    defaultValues: { title: seen?.title ?? '', text: seen?.text ?? '' },
    send: (body) => write((now) => save(now, body), 'The reply was not saved'),
  });
  const write = (call: (now: SavedReply | null) => Promise<unknown>, failed: string): Promise<boolean> => {
    setFailure(null);
    const mine = form.getValues();
    return change.run(
      call,
      {
        failed,
        mine: (now) => [
          ['Title', now?.title ?? '', mine.title],
          ['Text', now?.text ?? '', mine.text],
        ],
        onTheirs: onEdit,
      },
      () => onEdit(null),
    );
  };
  const [title, text] = form.watch(['title', 'text']);
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <FormError error={failure} />
      <Conflict change={change} />
      <TextField form={form} name="title" label="Title" autoFocus maxLength={80} />
      <NoteField form={form} name="text" label="Text" rows={6} maxLength={MAX_MESSAGE} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          busy={form.sending.isPending}
          disabled={title.trim() === '' || text.trim() === ''}
        >
          Save reply
        </Button>
        <Button size="small" variant="quiet" onClick={() => onEdit(null)}>
          Back
        </Button>
        {seen !== null && (
          <Button
            size="small"
            variant="danger"
            className="ml-auto"
            disabled={change.busy}
            onClick={() => void write((now) => remove(now ?? seen), 'The reply was not deleted')}
          >
            Delete
          </Button>
        )}
      </div>
    </form>
  );
}
