import type { ReactNode } from 'react';
import { Breakable } from './code.tsx';

export function Facts({ rows }: { rows: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(([name, text]) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="min-w-0 text-[0.9375rem] font-medium break-words">
            <Breakable text={name} />
          </dt>
          <dd className="min-w-0 text-[0.9375rem] text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
