import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface AccordionEntry {
  key: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  entries: readonly AccordionEntry[];
  /** Key of the open entry; empty if all are closed. */
  value: string;
  onChange: (key: string) => void;
}

export function Accordion({ entries, value, onChange }: AccordionProps) {
  return (
    <Radix.Root type="single" collapsible value={value} onValueChange={onChange}>
      {entries.map(({ key, title, content }) => (
        <Radix.Item key={key} value={key} className="border-b border-line last:border-b-0">
          <Radix.Header>
            <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left text-base font-medium tracking-normal -outline-offset-2 hover:text-teal">
              {title}
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-muted transition-transform group-data-[state=open]:rotate-180"
              />
            </Radix.Trigger>
          </Radix.Header>
          <Radix.Content className="pb-5">{content}</Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
