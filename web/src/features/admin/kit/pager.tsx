import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { DeskPage } from './pages.ts';

interface PagerProps {
  page: DeskPage<unknown>;
  number: number;
  /** What the rows are, such as `users`. */
  noun: string;
  busy: boolean;
  onPage: (changes: { cursor: string | undefined; page: number | undefined }) => void;
}

const figure = (value: number) => formatCount(value);

/**
 * 'Showing x to y of n users' with Previous and Next (admin.md §2), only with more than one page. Where nothing counts the
 * rows, it says which ones these are.
 */
export function Pager({ page: { rows, total, pagination }, number, noun, busy, onPage }: PagerProps) {
  const { total_pages: pages, per_page: size, next_cursor: next, prev_cursor: previous } = pagination;
  if ((pages ?? 1) <= 1 && next === null && number === 1) return null;
  const first = (number - 1) * size + 1;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="figures text-muted" role="status">
        {rows.length > 0 &&
          `Showing ${figure(first)} to ${figure(first + rows.length - 1)}${total === null ? '' : ` of ${figure(total)}`} ${noun}`}
      </p>
      <div className="flex items-center gap-3">
        <Button
          variant="secondary"
          size="dense"
          disabled={number <= 1}
          aria-disabled={busy || undefined}
          // The first page has no cursor, so that rows that came in meanwhile show.
          onClick={() =>
            !busy &&
            onPage(
              number <= 2
                ? { cursor: undefined, page: undefined }
                : { cursor: previous ?? undefined, page: number - 1 },
            )
          }
        >
          Previous
        </Button>
        <span className="figures">
          Page {figure(number)}
          {pages !== null && ` of ${figure(Math.max(pages, number))}`}
        </span>
        <Button
          variant="secondary"
          size="dense"
          disabled={next === null}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onPage({ cursor: next ?? undefined, page: number + 1 })}
        >
          Next
        </Button>
      </div>
    </nav>
  );
}
