import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';

interface ListCardProps<Item> {
  label?: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

export function ListCard<Item>({ label, items, keyOf, children }: ListCardProps<Item>) {
  return (
    <Card>
      <ul aria-label={label} className="divide-y divide-line">
        {items.map((item) => (
          <li key={keyOf(item)} className="px-5 py-3.5">
            {children(item)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What says of a row when and where it is on chain. */
export const Place = ({ children }: { children: ReactNode }) => (
  <p className="figures mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">{children}</p>
);
