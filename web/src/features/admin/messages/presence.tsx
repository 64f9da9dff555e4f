import { useQuery } from '@tanstack/react-query';
import { Eye, PenLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminThreadDetail } from '../../../../../domain/admin/messages-schema.ts';
import { presenceQuery } from './queries.ts';

/**
 * Who else has the thread open, while this administrator does. A message or change that the panel doesn't show yet makes it
 * read the thread again.
 */
export function Presence({
  thread,
  writing,
  onChanged,
}: {
  thread: AdminThreadDetail;
  writing: boolean;
  onChanged: () => unknown;
}) {
  const isWriting = useRef(writing);
  isWriting.current = writing;
  const { data, refetch } = useQuery(presenceQuery(thread.id, () => isWriting.current));
  const before = useRef(writing);
  useEffect(() => {
    if (before.current === writing) return;
    before.current = writing;
    void refetch();
  }, [writing, refetch]);
  const isNewer =
    data !== undefined && (data.last_message_id > thread.last_message_id || data.version > thread.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer state is read once.
  useEffect(() => {
    if (isNewer) void onChanged();
  }, [isNewer, data?.last_message_id, data?.version]);
  return (
    <div role="status" className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-ink empty:hidden">
      {data?.others.map((one) => {
        const Icon = one.writing ? PenLine : Eye;
        return (
          <span
            key={one.id}
            className="inline-flex items-center gap-1.5 rounded-full bg-amber-soft px-2.5 py-0.5"
          >
            <Icon aria-hidden className="size-3.5 text-amber" />
            {one.name} {one.writing ? 'is writing a reply' : 'is reading this'}
          </span>
        );
      })}
    </div>
  );
}
