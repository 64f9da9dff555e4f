import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminThreadDetail } from '../../../../../domain/admin/messages-schema.ts';
import { MAX_MESSAGE } from '../../../../../domain/messages/schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { answersQuery, reply } from './queries.ts';

/** A saved answer for this thread. A record that the thread does not name leaves its placeholder to be seen. */
export function fillIn(
  text: string,
  thread: Pick<AdminThreadDetail, 'customer' | 'claim_number' | 'policy_number'>,
): string {
  return text
    .replaceAll('{name}', thread.customer)
    .replaceAll('{claim}', thread.claim_number ?? '{claim}')
    .replaceAll('{policy}', thread.policy_number ?? '{policy}');
}

export function ReplyForm({ thread, onSent }: { thread: AdminThreadDetail; onSent: () => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [note, setNote] = useState(false);
  const { data: answers = [] } = useQuery(answersQuery);
  const send = useMutation({
    mutationFn: () => reply(thread.id, { message: text.trim(), internal_note: note }),
    onSuccess: () => {
      setText('');
      onSent();
    },
  });
  const canSend = text.trim() !== '' && !send.isPending;
  return (
    <form
      className="sticky bottom-0 mt-auto border-t border-line bg-surface px-4 py-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send.mutate();
      }}
    >
      <Textarea
        ref={box}
        aria-label={note ? 'Internal note' : 'Reply'}
        rows={3}
        maxLength={MAX_MESSAGE}
        placeholder={note ? 'Only colleagues see this' : 'Write a reply'}
        className={cn('text-sm!', note && 'bg-amber-soft/60!')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && canSend) send.mutate();
        }}
      />
      {send.isError && (
        <p role="alert" className="mt-1 text-coral">
          {messageOf(send.error)} Your text is still here.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {answers.length > 0 && (
          <Select
            aria-label="Saved answers"
            placeholder="Saved answers"
            className="h-8! w-44! text-sm!"
            value=""
            onChange={(id) => {
              const answer = answers.find((one) => String(one.id) === id);
              if (!answer) return;
              const filled = fillIn(answer.text, thread);
              setText((now) => (now.trim() === '' ? filled : `${now.trimEnd()}\n\n${filled}`));
              // The select takes the focus back when it closes.
              setTimeout(() => box.current?.focus(), 0);
            }}
            options={answers.map((answer) => ({ value: String(answer.id), label: answer.title }))}
          />
        )}
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--teal)"
            checked={note}
            onChange={({ target }) => setNote(target.checked)}
          />
          Internal note
        </label>
        <Button type="submit" size="dense" className="ml-auto" disabled={!canSend} busy={send.isPending}>
          {note ? 'Save note' : 'Send Reply'}
        </Button>
      </div>
    </form>
  );
}
