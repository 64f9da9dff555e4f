import { Check, X } from 'lucide-react';

const MARKS = {
  yes: <Check aria-hidden className="mt-1 size-4 shrink-0 text-teal" />,
  no: <X aria-hidden className="mt-1 size-4 shrink-0 text-coral" />,
  note: <span aria-hidden className="mt-2.5 size-1 shrink-0 rounded-full bg-line-strong" />,
} as const;

interface MarkedListProps {
  title: string;
  items: readonly string[];
  mark?: keyof typeof MARKS;
}

export function MarkedList({ title, items, mark = 'note' }: MarkedListProps) {
  return (
    <div>
      <h3 className="text-base tracking-normal">{title}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-[0.9375rem]">
        {items.map((item) => (
          <li key={item} className="flex gap-2.5">
            {MARKS[mark]}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
