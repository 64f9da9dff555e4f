import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KEPT, RATE_CEILINGS, RATE_FLOORS } from '#domain/promises.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeBlock } from '#web/ui/code.tsx';
import { SearchInput } from '#web/ui/list-tools.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Calls } from './calls.tsx';
import quickstart from './quickstart.md?raw';
import { callsOf, resolve } from './schema.ts';
import Webhooks from './webhooks.mdx';

const RULES: readonly (readonly [name: string, text: string])[] = [
  [
    'Form',
    'JSON in and out. An answer is {success, data, message?}, a refusal {success: false, code, message, request_id, issues?}. Missing values are null.',
  ],
  [
    'Signing in',
    `A wallet signs a text and gets a token for ${KEPT.sessionHours} hours, sent as Authorization: Bearer. What belongs to others returns 404.`,
  ],
  [
    'Limits',
    `Never below ${RATE_FLOORS.quotesPerMinute} quotes a minute for a wallet and ${RATE_FLOORS.signInsPerMinute} sign-ins a minute for an address. One client has ${RATE_CEILINGS.requestsPerMinute} requests a minute on each of these routes, and a wallet at most ${RATE_CEILINGS.liveQuotes} quotes that can still be paid. Above the limit: 429 with Retry-After.`,
  ],
  [
    'Repeating',
    'A POST may carry an Idempotency-Key: the same key with the same body creates nothing twice and returns the record; with another body, the answer is 409. While the first request still runs the answer is 409 with code in_progress and Retry-After: send the same request again.',
  ],
  [
    'Money',
    'Dollars are whole numbers unless a field says otherwise; amounts on chain are decimal strings in base units.',
  ],
  ['Dates', 'ISO 8601 in UTC.'],
  [
    'Lists',
    'Newest first, at most 200 entries a page (limit). next_cursor and prev_cursor beside data lead to the next and the previous page (cursor).',
  ],
];

const Panel = ({ tab, className, children }: { tab: string; className?: string; children: ReactNode }) => (
  <div
    role="tabpanel"
    id={tab}
    aria-labelledby={`tab-${tab}`}
    hidden={tab !== 'endpoints'}
    className={className}
  >
    {children}
  </div>
);

const LANGUAGES = [
  { key: 'ts', name: 'TypeScript with viem', className: 'min-w-0 group-has-[[value=sh]:checked]:hidden' },
  { key: 'sh', name: 'curl', className: 'min-w-0 group-has-[[value=ts]:checked]:hidden' },
];

/** A step of `quickstart.md`: its title, its text, and its code in both languages. */
function Step({ source }: { source: string }) {
  const [heading = '', ...blocks] = source.split(/\n+```/);
  const [title = '', text] = heading.split('\n\n');
  return (
    <li className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-2 text-[0.9375rem] text-pretty text-muted">{text}</p>
      </div>
      {LANGUAGES.map(({ key, name, className }) => (
        <div key={key} className={className}>
          <CodeBlock
            label={`${title} (${name})`}
            code={blocks.find((block) => block.startsWith(key))?.slice(3) ?? ''}
          />
        </div>
      ))}
    </li>
  );
}

const Languages = () => (
  <fieldset className="flex overflow-hidden rounded-[10px] border border-line-strong">
    <legend className="sr-only">Language</legend>
    {LANGUAGES.map(({ key, name }) => (
      <label
        key={key}
        className="flex h-10 cursor-pointer items-center px-3.5 text-sm text-muted not-first:border-l not-first:border-line-strong hover:bg-sunken has-checked:bg-teal-soft has-checked:font-medium has-checked:text-teal has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
      >
        <input type="radio" name="language" value={key} defaultChecked={key === 'ts'} className="sr-only" />
        {name}
      </label>
    ))}
  </fieldset>
);

/** The three parts of the reference. What a reader does with them is in `reference-page.tsx`. */
export function render(document: OpenAPIObject): string {
  const calls = callsOf(resolve(document));
  return renderToStaticMarkup(
    <>
      <Panel tab="endpoints">
        <dl className="grid gap-x-10 border-y border-line py-2 md:grid-cols-2">
          {RULES.map(([name, text]) => (
            <div key={name} className="grid grid-cols-[5.5rem_1fr] gap-x-3 py-2 text-[0.9375rem]">
              <dt className="font-medium">{name}</dt>
              <dd className="min-w-0 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
          <SearchInput
            className="w-full sm:max-w-sm"
            aria-label="Search the calls"
            placeholder="Search path, method or words"
          />
          <p role="status" data-total={document.info.version} className="figures text-sm text-muted">
            {calls.length} calls · version {document.info.version}
          </p>
        </div>
        <div data-none hidden className="mt-6">
          <EmptyState title="No call matches" actions={<Button variant="secondary">Show all calls</Button>}>
            Try a part of the path, such as “policy”, or a method.
          </EmptyState>
        </div>
        <Calls calls={calls} />
      </Panel>
      <Panel tab="examples" className="group">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <p className="max-w-[44rem] text-pretty">
            Six steps that build on each other: run in order, they work as they are. Set{' '}
            <code>PRIVATE_KEY</code> and <code>RPC_URL</code> in the environment; use a wallet for testing.
          </p>
          <Languages />
        </div>
        <ol className="mt-8 flex flex-col gap-10">
          {quickstart
            .split(/^## /m)
            .slice(1)
            .map((source) => (
              <Step key={source} source={source} />
            ))}
        </ol>
      </Panel>
      <Panel
        tab="webhooks"
        className="[&>dl]:mt-4 [&>figure]:mt-4 [&>h2]:mt-10 [&>h2]:text-xl [&>p]:mt-3 [&>p]:max-w-[44rem]"
      >
        <Webhooks />
      </Panel>
    </>,
  );
}
