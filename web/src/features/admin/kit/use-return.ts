import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The element of a row, to focus it or scroll to it. */
export const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;

/** From here the panel stands beside the list; below, it covers it. */
const BESIDE = '(min-width: 64rem)';

/**
 * Keeps the list's place while a panel is open: the open row stays in view, and closing returns the focus and the
 * scroll position. Answers whether the panel covers the list.
 */
export function useReturn(
  scroller: RefObject<HTMLDivElement | null>,
  open: string | null,
  active: string | null,
): boolean {
  const before = useRef<{ open: string | null; top: number }>({ open: null, top: 0 });
  const [covered, setCovered] = useState(false);
  useLayoutEffect(() => {
    const was = before.current;
    const element = scroller.current;
    if (was.open === open || !element) return;
    if (was.open === null) before.current = { open, top: element.scrollTop };
    else before.current.open = open;
    setCovered(open !== null && !window.matchMedia(BESIDE).matches);
    if (open !== null) rowElement(element, open)?.scrollIntoView?.({ block: 'nearest' });
    else element.scrollTop = was.top;
  }, [open, scroller]);
  const closed = useRef(open);
  useEffect(() => {
    const last = closed.current;
    closed.current = open;
    if (last !== null && open === null)
      rowElement(scroller.current, active ?? last)?.focus({ preventScroll: true });
  }, [open, active, scroller]);
  return covered;
}
