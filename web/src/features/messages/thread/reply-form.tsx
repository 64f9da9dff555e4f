import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as messagesApi from '#domain/messages/api.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { MAX_MESSAGE } from '#domain/messages/schema.ts';
import { messagesKey } from '#web/features/messages/queries.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useKept } from '#web/lib/kept/use-kept.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

async function sendReply(address: string, threadId: number, text: string): Promise<void> {
  const body = {
    wallet_address: address,
    sender_type: 'user' as const,
    message: text.trim(),
    parent_message_id: threadId,
  };
  await api.send(messagesApi.replyToThread, { body });
}

interface ReplyFormProps {
  address: string;
  threadId: number;
  status: ThreadStatus;
}

const HINTS: Partial<Record<ThreadStatus, string>> = {
  resolved: 'This conversation is resolved. A reply opens it again.',
  closed: 'This conversation is closed. A reply opens it again.',
};

/** Replies to a thread. The text stays until it was delivered. */
export function ReplyForm({ address, threadId, status }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useKept(`mine/reply/${threadId}`, '');
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useMutation({
    mutationFn: () => sendReply(address, threadId, text),
    onSuccess: () => {
      setText('');
      // The button is disabled while there is nothing to send.
      field.current?.focus();
      toast.success('Reply sent successfully');
      return queryClient.invalidateQueries({ queryKey: messagesKey(address) });
    },
  });
  const ready = text.trim() !== '' && !reply.isPending;
  const send = () => {
    if (ready) reply.mutate();
  };
  return (
    <form
      className="flex flex-col gap-3 border-t border-line p-4 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {reply.isError && (
        <p role="alert" className="text-sm text-coral">
          <span className="font-medium">Failed to send reply.</span> {messageOf(reply.error)}
        </p>
      )}
      <Textarea
        ref={field}
        aria-label="Your reply"
        rows={4}
        maxLength={MAX_MESSAGE}
        placeholder="Type your reply..."
        value={text}
        readOnly={reply.isPending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="flex items-center justify-between gap-4">
        <p className="text-[0.8125rem] text-muted">
          {HINTS[status] ?? <span className="pointer-coarse:hidden">Ctrl + Enter sends.</span>}
        </p>
        <Button type="submit" size="small" busy={reply.isPending} disabled={!ready}>
          {reply.isPending ? 'Sending...' : 'Send Reply'}
        </Button>
      </div>
    </form>
  );
}
