import { useEffect, useRef } from 'react';

/** What a key does. `mod+k` is Cmd or Ctrl with K, and works everywhere; the others not while somebody types. */
export type Keys = Record<string, (event: KeyboardEvent) => void>;

const OVERLAYS = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]:not([data-inline])';
/** A form whose answer is awaited or was refused holds the letters too, wherever the focus went. */
const HELD = '[data-holds-keys]';
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  // Letters find an option of a select that has the focus.
  (target.isContentEditable ||
    target.getAttribute('role') === 'combobox' ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** Listens for keys of the whole desk. A dialog or an open menu has the keyboard for itself. */
export function useKeys(keys: Keys, enabled = true): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.metaKey || event.ctrlKey;
      const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const action = current.current[key];
      if (!action || event.altKey) return;
      if (!mod && key !== 'Escape' && isTyping(event.target)) return;
      if (!mod && document.querySelector(HELD) !== null) return;
      if (document.querySelector(OVERLAYS) !== null) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
