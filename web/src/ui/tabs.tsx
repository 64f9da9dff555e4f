import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Key extends string> {
  key: Key;
  label: string;
  content: ReactNode;
}

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly Tab<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}

export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  return (
    <Radix.Root value={value} onValueChange={(key) => onChange(key as Key)}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px h-11 shrink-0 rounded-t-[10px] border-b-2 border-transparent px-3 text-[0.9375rem] text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-teal data-[state=active]:font-medium data-[state=active]:text-ink sm:px-4"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
