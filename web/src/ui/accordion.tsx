import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface AccordionProps {
  entries: readonly { key: string; title: string; content: ReactNode }[];
  /** Key of the open entry; empty if all are closed. */
  value: string;
  onChange: (key: string) => void;
}

/** Titles of which one at a time is open. */
export function Accordion({ entries, value, onChange }: AccordionProps) {
  const name = useId();
  return entries.map(({ key, title, content }) => {
    const open = key === value;
    const id = `${name}-${key}`;
    return (
      <div key={key} className="border-b border-line last:border-b-0">
        <h3>
          <button
            type="button"
            id={id}
            aria-expanded={open}
            aria-controls={`${id}-content`}
            onClick={() => onChange(open ? '' : key)}
            className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left text-base font-medium tracking-normal -outline-offset-2 hover:text-teal"
          >
            {title}
            <ChevronDown
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180"
            />
          </button>
        </h3>
        <section id={`${id}-content`} aria-labelledby={id} hidden={!open} className="pb-5">
          {open && content}
        </section>
      </div>
    );
  });
}
