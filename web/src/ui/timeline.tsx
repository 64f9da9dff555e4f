import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Moment } from './values.tsx';

interface TimelineItem {
  /** ISO time. */
  at: string;
  title: string;
  note?: ReactNode;
  /** How its time is shown; the day by default. */
  when?: ReactNode;
}

interface TimelineProps {
  items: readonly TimelineItem[];
  label: string;
  earlier?: boolean;
  /** The desk's size. */
  dense?: boolean;
}

export function Timeline({ items, label, earlier = false, dense = false }: TimelineProps) {
  return (
    <>
      <ol aria-label={label} className="flex flex-col">
        {items.map((item, index) => (
          <li
            key={`${item.at} ${item.title}`}
            className={cn('relative flex gap-3.5 last:pb-0', dense ? 'pb-3' : 'pb-5')}
          >
            {index < items.length - 1 && (
              <span aria-hidden className="absolute top-5 bottom-0 left-[0.28rem] w-px bg-line" />
            )}
            <span
              aria-hidden
              className={`mt-2 size-2.5 shrink-0 rounded-full ${index === 0 ? 'bg-teal' : 'bg-line-strong'}`}
            />
            <div className="min-w-0">
              <p
                dir="auto"
                className={cn(
                  'text-left whitespace-pre-wrap wrap-anywhere',
                  dense ? 'text-[0.8125rem]' : 'text-[0.9375rem]',
                )}
              >
                {item.title}
              </p>
              <p className={cn('text-muted', dense ? 'text-xs' : 'text-sm')}>
                {item.when ?? <Moment at={item.at} />}
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
