import { RefreshCw, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from '#web/lib/cn.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from './button.tsx';
import { Input } from './field.tsx';
import { toast } from './toast.ts';

interface RefreshButtonProps {
  busy: boolean;
  onRefresh: () => Promise<void>;
  size?: 'small' | 'normal';
  /** Shows only its icon on a phone. */
  compact?: boolean;
}

export function RefreshButton({ busy, onRefresh, size = 'normal', compact = false }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size={size} icon={RefreshCw} busy={busy} onClick={() => void onRefresh()}>
      <span className={compact ? 'max-sm:sr-only' : undefined}>Refresh</span>
    </Button>
  );
}

interface RefreshProps extends Pick<RefreshButtonProps, 'size' | 'compact'> {
  query: { refetch: () => Promise<{ isSuccess: boolean }> };
  /** What a toast says of the result. */
  done?: string;
  failed: string;
}

/** Reads again on request. It is busy only then, not while the list refreshes on its own. */
export function Refresh({ query, done, failed, ...look }: RefreshProps) {
  const [busy, setBusy] = useState(false);
  async function refresh(): Promise<void> {
    setBusy(true);
    const { isSuccess } = await query.refetch();
    setBusy(false);
    if (!isSuccess) toast.error(failed);
    else if (done) toast.success(done);
  }
  return <RefreshButton {...look} busy={busy} onRefresh={refresh} />;
}

/** How many entries a long list renders at first and with each click, since rendering takes time. */
const STEP = 60;

/** The rendered part of a list and the button for the next part; the button is null when all is shown. */
export function useShowMore<Entry>(entries: readonly Entry[]): {
  drawn: readonly Entry[];
  showMore: ReactNode;
} {
  const [count, setCount] = useState(STEP);
  const left = entries.length - count;
  return {
    drawn: entries.slice(0, count),
    showMore:
      left > 0 ? (
        <Button variant="secondary" className="self-center" onClick={() => setCount(count + STEP)}>
          Show {Math.min(STEP, left)} more of {formatCount(left)}
        </Button>
      ) : null,
  };
}

interface FilterButtonsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The desk's size. */
  dense?: boolean;
  className?: string;
}

/** Which part of a list to show. The choice is tinted, because the dark button is the screen's next step. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  const { legend, options, value, onChange, dense = false, className } = props;
  return (
    <fieldset className={cn('flex flex-wrap', dense ? 'gap-1.5' : 'gap-2', className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          size={dense ? 'dense' : 'small'}
          variant="quiet"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'border',
            option.value === value
              ? 'border-teal bg-teal-soft'
              : `bg-surface ${dense ? 'border-line font-normal!' : 'border-line-strong'}`,
            dense && `rounded-full! px-3! ${option.value === value ? 'text-teal!' : 'text-muted!'}`,
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="figures opacity-90">{formatCount(option.count)}</span>
          )}
        </Button>
      ))}
    </fieldset>
  );
}

interface ResultCountProps {
  /** Null while nothing narrows the list down. */
  count: number | null;
  one: string;
  many: string;
}

/** Tells a screen reader how many entries a search or a filter has left. */
export function ResultCount({ count, one, many }: ResultCountProps) {
  return (
    <p role="status" className="sr-only">
      {count !== null && `${count} ${count === 1 ? one : many} shown`}
    </p>
  );
}

export function SearchInput({ className, ...rest }: ComponentProps<'input'> & { 'aria-label': string }) {
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="absolute top-3.5 left-3 size-4 text-muted" />
      <Input {...rest} type="search" className="pl-9" />
    </div>
  );
}
