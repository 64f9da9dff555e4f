import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import * as messagesApi from '#domain/admin/messages-api.ts';
import { type savedReply, savedReplyRequest } from '#domain/admin/messages-schema.ts';
import { MAX_MESSAGE } from '#domain/messages/schema.ts';
import { ChangeNotices } from '#web/features/admin/kit/action-bar.tsx';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import { useAct, useChange } from '#web/features/admin/kit/use-change.ts';
import { adminApi, readNow } from '#web/features/admin/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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
/** Writes, changes and deletes the texts that replies can begin with. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const replies = useQuery(savedRepliesQuery);
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <Dialog
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

interface ReplyEditorProps {
  /** The reply as it was opened; null for a new one. */
  seen: SavedReply | null;
  onEdit: (reply: SavedReply | null) => void;
}

function ReplyEditor({ seen, onEdit }: ReplyEditorProps) {
  const change = useChange({
    seen,
    // A refused title is a conflict as well; only a newer version of the reply shows both.
    read: async () => {
      const now = (await readNow(savedRepliesQuery)).find(({ id }) => id === seen?.id);
      return now && now.updated_at !== seen?.updated_at ? now : null;
    },
    of: ['saved-replies'],
    failure: 'thrown',
  });
  const remove = useAct(
    'The reply was not deleted',
    async () => {
      if (seen) await adminApi.send(messagesApi.deleteSavedReply, { id: seen.id, version: seen.updated_at });
      onEdit(null);
    },
    'saved-replies',
  );
  return (
    <>
      <ChangeNotices change={change} />
      <Ask
        keep={`desk/saved-reply/${seen?.id ?? 'new'}`}
        schema={savedReplyRequest}
        start={{ title: seen?.title ?? '', text: seen?.text ?? '' }}
        fields={[
          { name: 'title', label: 'Title', maxLength: 80 },
          { name: 'text', label: 'Text', kind: 'note', rows: 6, maxLength: MAX_MESSAGE },
        ]}
        send={(mine) =>
          change.run(
            (now) => save(now, mine),
            {
              failed: 'The reply was not saved',
              mine: (now) => [
                ['Title', now?.title ?? '', mine.title],
                ['Text', now?.text ?? '', mine.text],
              ],
              onTheirs: onEdit,
            },
            () => onEdit(null),
          )
        }
        action="Save reply"
        filled
        focus
        back="Back"
        onCancel={() => onEdit(null)}
        more={
          seen && (
            <Button size="small" variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          )
        }
      />
    </>
  );
}
