import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPath } from '#web/features/admin/paths.ts';
import type { FactRow } from '#web/ui/fact-list.tsx';

/** Facts of a product's form; a private one says so until it is revealed. */
export const factPairs = (facts: readonly { label: string; value: string | null }[]): FactRow[] =>
  facts.map(({ label, value }) => [label, value ?? <span className="text-muted">Private</span>]);

/** A link to a record's panel on another screen of the desk, or to what a search of its list finds. */
export function DeskLink({
  to,
  open,
  find,
  children,
}: {
  to: ListPath;
  open?: string | number;
  find?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      search={{ open, search: find }}
      className="text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}
