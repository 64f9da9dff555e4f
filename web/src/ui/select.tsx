import { useHydrated } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { loadedOnce } from '../lib/loaded-once.ts';
import { controlClass } from './field.tsx';
import type { SelectProps } from './select-list.tsx';

export type { SelectOption } from './select-list.tsx';

type List = ComponentType<SelectProps & { className: string }>;
let loaded: List | null = null;

/** The list, with what places it and keeps the focus, is larger than most screens. It loads when a select may open. */
export const loadList = loadedOnce(async () => {
  loaded = (await import('./select-list.tsx')).SelectList;
});
const preload = () => void loadList().catch(() => undefined);

/** A select. `value` is empty while nothing is chosen. */
export function Select(props: SelectProps) {
  const { options, value, onChange: _, placeholder = 'Select', disabled, className, ...rest } = props;
  // Until the page's code has taken it over, a click would be lost.
  const hydrated = useHydrated();
  const [opened, setOpened] = useState(false);
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
        () => undefined,
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
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
      onFocus={preload}
      onPointerEnter={preload}
      onClick={open}
      onKeyDown={onKeyDown}
      className={classes}
    >
      <span className="truncate">{chosen ?? placeholder}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
}
