/** A dot on the closed menu of a phone while there are unread messages. Its parent is `relative`. */
export function UnreadDot({ count }: { count: number }) {
  return (
    <span className="pointer-events-none absolute top-1 right-1 size-3 rounded-full border-2 border-ground bg-teal">
      <span className="sr-only">{count} unread in Messages</span>
    </span>
  );
}
