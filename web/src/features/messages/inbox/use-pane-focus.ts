import { useEffect, useRef } from 'react';
import type { MessagesSearch } from './search.ts';

/** Moves the focus to the heading of an opened thread, and back to its line in the list. */
export function usePaneFocus({ thread, compose }: MessagesSearch) {
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef({ thread, compose });
  useEffect(() => {
    const last = before.current;
    if (last.thread === thread && last.compose === compose) return;
    before.current = { thread, compose };
    if (thread !== undefined || compose !== undefined) {
      pane.current?.querySelector<HTMLElement>('[data-pane-heading]')?.focus();
    } else if (last.thread !== undefined) {
      document.getElementById(`thread-${last.thread}`)?.focus();
    }
  }, [thread, compose]);
  return pane;
}
