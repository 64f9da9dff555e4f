import type { ReactNode } from 'react';
import * as z from 'zod';
import { EVENT_DATA, type WebhookEvent } from '#domain/webhooks/schema.ts';
import { CodeBlock } from '#web/ui/code.tsx';
import { FIELDS, Shape } from './calls.tsx';
import { exampleOf } from './example.ts';
import type { Schema } from './schema.ts';

export function Event({ event, children }: { event: WebhookEvent; children: ReactNode }) {
  // These schemas contain no references to resolve.
  const data = z.toJSONSchema(EVENT_DATA[event]) as Schema;
  const id = `evt_${event.replace('.', '_')}_1`;
  const body = { id, type: event, timestamp: '2027-01-15T09:00:00.000Z', data: exampleOf(data) };
  return (
    <section aria-labelledby={event} className="border-t border-line py-6">
      <h3 id={event}>
        <code>{event}</code>
      </h3>
      <p>{children}</p>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        <div className={FIELDS}>
          <Shape schema={data} answer />
        </div>
        <CodeBlock label={`Body of ${event}`} code={JSON.stringify(body, null, 2)} />
      </div>
    </section>
  );
}
