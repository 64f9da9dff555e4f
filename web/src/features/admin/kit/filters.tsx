import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MAX_DESK_SEARCH } from '#domain/admin/list.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount } from '#web/lib/format.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { FilterButtons, SearchInput } from '#web/ui/list-tools.tsx';
import { Select } from '#web/ui/select.tsx';
import { Dates } from './dates.tsx';
import type { DeskFilter, LinkedFilter } from './types.ts';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Sends the search once the typing pauses. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const settled = useSettled(text, 300);
  // A search that came from elsewhere, such as a saved view, replaces the text.
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in typing sends.
  useEffect(() => {
    const next = settled.trim();
    if (next === value || settled !== text) return;
    setSent(next);
    onSearch(next);
  }, [settled]);
  return (
    <SearchInput
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={MAX_DESK_SEARCH}
      data-desk-search
      onChange={(event) => setText(event.target.value)}
      className="min-w-0 flex-1 basis-64 [&_input]:h-9 [&_input]:text-sm [&_svg]:top-2.5"
    />
  );
}

interface FilterBarProps {
  filters: readonly DeskFilter[];
  linked: readonly LinkedFilter[];
  chosen: Readonly<Record<string, string>>;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

const chipClass =
  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm pointer-coarse:h-10';

/** The filters in one line, which scrolls beside an open record and wraps in a wide list. */
export function FilterBar({ filters, linked, chosen, onChoose }: FilterBarProps) {
  return (
    <div className="flex items-center gap-3 overflow-x-auto p-1 @4xl:flex-wrap" data-filters>
      {filters.map((filter) => {
        // Nothing to see needs no number.
        const options = (filter.options ?? []).map(({ count, ...rest }) =>
          count ? { ...rest, count } : rest,
        );
        const value = chosen[filter.key] ?? 'all';
        const change = (changes: Record<string, string | undefined>) =>
          onChoose({ ...Object.fromEntries(linked.map(({ key }) => [key, undefined])), ...changes });
        const choose = (next: string) => change({ [filter.key]: next === 'all' ? undefined : next });
        if (filter.as === 'none') return null;
        if (filter.as === 'dates') {
          const last = filter.lastKey ?? '';
          return (
            <Dates
              key={filter.key}
              label={filter.label}
              from={chosen[filter.key]}
              to={chosen[last]}
              onChoose={(first, until) => change({ [filter.key]: first, [last]: until })}
              className={chipClass}
            />
          );
        }
        if (filter.as !== 'select') {
          return (
            <FilterButtons
              key={filter.key}
              dense
              legend={filter.label}
              options={[{ value: 'all', label: 'All' }, ...options]}
              value={value}
              onChange={choose}
              className="shrink-0 flex-nowrap!"
            />
          );
        }
        return (
          <Select
            key={filter.key}
            aria-label={filter.label}
            value={value}
            onChange={choose}
            options={[
              { value: 'all', label: `${filter.label}: all` },
              ...options.map((option) => ({
                value: option.value,
                label: option.label,
                ...('count' in option && { note: formatCount(option.count) }),
              })),
            ]}
            className={cn(
              'h-8! w-auto! shrink-0 rounded-full! text-sm! pointer-coarse:h-10!',
              value !== 'all' && 'border-teal bg-teal-soft font-medium text-teal',
            )}
          />
        );
      })}
      {linked.map(
        ({ key, label, names }) =>
          chosen[key] && (
            <button
              key={key}
              type="button"
              aria-label={`Remove the filter ${label}: ${names?.[chosen[key]] ?? chosen[key]}`}
              onClick={() => onChoose({ [key]: undefined })}
              className={cn(chipClass, 'border-teal bg-teal-soft font-medium text-teal')}
            >
              {label}: {names?.[chosen[key]] ?? chosen[key]}
              <X aria-hidden className="size-3.5" />
            </button>
          ),
      )}
    </div>
  );
}
