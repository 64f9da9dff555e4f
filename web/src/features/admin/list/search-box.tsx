import { useEffect, useState } from 'react';
import { MAX_DESK_SEARCH } from '#domain/admin/list.ts';
import { useSettled } from '#web/lib/use-now.ts';
import { SearchInput } from '#web/ui/search-input.tsx';

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
