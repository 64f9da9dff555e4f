import { useHydrated } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cn } from '#web/lib/cn.ts';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';

import { whenIdle } from '#web/lib/when-idle.ts';
import { controlClass } from './field.tsx';
import type { SelectOption, SelectProps } from './select-list.tsx';
import { toast } from './toast.ts';

export type { SelectOption } from './select-list.tsx';

type List = ComponentType<SelectProps & { className: string }>;
let loaded: List | null = null;

/** The list, with what places it and keeps the focus, is larger than most screens. It loads when the page has settled. */
export const loadList = loadedOnce(async () => {
  loaded = (await loadPart(() => import('./select-list.tsx'))).SelectList;
});
export const preloadList = () => void loadList().catch(() => undefined);

/** After so many milliseconds a letter begins a new search. */
const SEARCH_MS = 1_000;

/** The option that typed letters choose: the next that begins with them. One letter again and again goes through its options. */
function optionFor(options: readonly SelectOption[], value: string, typed: string): SelectOption | undefined {
  const repeated = [...typed].every((letter) => letter === typed[0]);
  const search = (repeated ? typed.slice(0, 1) : typed).toLowerCase();
  const at = options.findIndex((option) => option.value === value);
  const from = at + (repeated ? 1 : 0);
  return [...options.slice(Math.max(0, from)), ...options.slice(0, Math.max(0, from))].find(
    ({ label, disabled }) => disabled !== true && label.toLowerCase().startsWith(search),
  );
}

/** A select. `value` is empty while nothing is chosen. */
export function Select(props: SelectProps) {
  const { options, value, onChange, placeholder = 'Select', disabled, className, ...rest } = props;
  // Until the page's code has taken it over, a click would be lost.
  const hydrated = useHydrated();
  const [opened, setOpened] = useState(false);
  useEffect(() => whenIdle(preloadList), []);
  const search = useRef({ typed: '', at: Number.NEGATIVE_INFINITY });
  const classes = cn(
    controlClass,
    'flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
    className,
  );
  const List = opened ? loaded : null;
  if (List) return <List {...props} className={classes} />;
  const open = () => {
    if (loaded) setOpened(true);
    else {
      loadList().then(
        () => setOpened(true),
        ({ message }: Error) => toast.error(message),
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    const typed = timeStamp - search.current.at < SEARCH_MS ? search.current.typed : '';
    if (key.length === 1 && (key !== ' ' || typed) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.current = { typed: typed + key, at: timeStamp };
      const found = optionFor(options, value, typed + key);
      if (found && found.value !== value) onChange(found.value);
      return;
    }
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)) return;
    event.preventDefault();
    open();
  };
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      {...rest}
      disabled={disabled || !hydrated}
      data-placeholder={chosen === undefined ? '' : undefined}
      onFocus={preloadList}
      onPointerEnter={preloadList}
      onClick={open}
      onKeyDown={onKeyDown}
      className={classes}
    >
      <span className="truncate">{chosen ?? placeholder}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
}
