import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { dayOf, formatDay } from '#domain/days.ts';
import { API_BASE } from '#domain/http/base.ts';
import { copyText, NOT_COPIED } from '#web/lib/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { REFERENCE_TABS, type ReferenceTab } from './markup.ts';

/** Shows the calls that have every word of `text` in their path, method, tag or summary. */
function filter(reference: Element, text: string): void {
  const words = text.toLowerCase().split(/\s+/);
  const all = (selector: string) => reference.querySelectorAll<HTMLElement>(selector);
  for (const call of all('[data-call]'))
    call.hidden = !words.every((word) => call.dataset.call?.toLowerCase().includes(word));
  for (const group of all('[data-tag]')) group.hidden = !group.querySelector('[data-call]:not([hidden])');
  const count = all('[data-call]:not([hidden])').length;
  for (const total of all('[data-total]'))
    total.textContent = `${count} ${count === 1 ? 'call' : 'calls'} · version ${total.dataset.total}`;
  for (const none of all('[data-none]')) none.hidden = count > 0;
}

interface ReferencePageProps {
  /** Null if it could not be loaded. */
  markup: string | null;
  tab: ReferenceTab;
  text: string;
  onSearch: (text: string) => void;
  onRetry: () => void;
}

/** The reference is markup (`render.tsx`). This moves it to the reader's day, and does what its controls say. */
export function ReferencePage({ markup, tab, text, onSearch, onRetry }: ReferencePageProps) {
  const reference = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = reference.current;
    const box = own?.querySelector('input');
    if (!own || !box) return;
    for (const panel of own.querySelectorAll<HTMLElement>('[role=tabpanel]')) panel.hidden = panel.id !== tab;
    for (const time of own.querySelectorAll('time'))
      time.textContent = formatDay(dayOf(Date.now()) + Number(time.dataset.day));
    box.disabled = false;
    box.value = text;
    filter(own, text);
  }, [tab, text]);
  const click = ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button');
    if (button?.closest('[data-none]')) onSearch('');
    const code = button?.closest('figure')?.querySelector('pre')?.textContent;
    if (code) void copyText(code).then((done) => (done ? toast.success('Copied') : toast.error(NOT_COPIED)));
  };
  return (
    <div className="page py-10 sm:py-14">
      <div className="max-w-[44rem]">
        <h1 className="text-3xl tracking-[-0.025em] sm:text-4xl">API reference</h1>
        <p className="mt-4 text-lg text-pretty text-muted">
          The interface that this site itself uses, open to anyone with a wallet. The calls are read from the
          server’s own description,{' '}
          <a href={`${API_BASE}/openapi.json`} className="text-teal underline underline-offset-4">
            openapi.json
          </a>
          .
        </p>
      </div>
      <div
        role="tablist"
        aria-label="Parts of the reference"
        className="mt-8 mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {Object.entries(REFERENCE_TABS).map(([key, label]) => (
          <Link
            key={key}
            id={`tab-${key}`}
            role="tab"
            aria-selected={key === tab}
            aria-controls={key}
            to="/api-reference"
            search={{ tab: key as ReferenceTab, search: text || undefined }}
            replace
            resetScroll={false}
            className="-mb-px grid h-11 shrink-0 place-items-center border-b-2 border-transparent px-3 text-[0.9375rem] text-muted -outline-offset-2 hover:text-ink aria-selected:border-teal aria-selected:font-medium aria-selected:text-ink sm:px-4"
          >
            {label}
          </Link>
        ))}
      </div>
      {markup === null && (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p>The reference could not be loaded.</p>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and the field inside are what is used. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button's key is a click. */}
      <div
        id="reference"
        ref={reference}
        onClick={click}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.type === 'search') onSearch(target.value);
        }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build wrote it.
        dangerouslySetInnerHTML={{ __html: markup ?? '' }}
      />
    </div>
  );
}
