import type { ReactNode } from 'react';
import { Moment } from './values.tsx';

interface TimelineItem {
  /** ISO time. */
  at: string;
  title: string;
  note?: ReactNode;
}

interface TimelineProps {
  items: readonly TimelineItem[];
  label: string;
  earlier?: boolean;
}

export function Timeline({ items, label, earlier = false }: TimelineProps) {
  return (
    <>
      <ol aria-label={label} className="flex flex-col">
        {items.map((item, index) => (
          <li key={`${item.at} ${item.title}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {index < items.length - 1 && (
              <span aria-hidden className="absolute top-5 bottom-0 left-[0.28rem] w-px bg-line" />
            )}
            <span
              aria-hidden
              className={`mt-2 size-2.5 shrink-0 rounded-full ${index === 0 ? 'bg-teal' : 'bg-line-strong'}`}
            />
            <div className="min-w-0">
              <p className="text-[0.9375rem]">{item.title}</p>
              <p className="text-sm text-muted">
                <Moment at={item.at} />
                {item.note && <> · {item.note}</>}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {earlier && (
        <p className="mt-4 text-sm text-muted">
          These are the newest entries. The data export in your profile has the earlier ones too.
        </p>
      )}
    </>
  );
}
