import { ChevronRight } from 'lucide-react';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { ReactNode } from 'react';
import { renderToStaticMarkup as html } from 'react-dom/server';
import * as z from 'zod';
import { KEPT, RATE_CEILINGS, RATE_FLOORS } from '#domain/promises.ts';
import { EVENT_DATA, type WebhookEvent } from '#domain/webhooks/schema.ts';
import { Button } from '#web/ui/button.tsx';
import { Breakable, CodeBlock } from '#web/ui/code.tsx';
import { SearchInput } from '#web/ui/list-tools.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Badge } from '#web/ui/values.tsx';
import * as openapi from './openapi.ts';
import quickstart from './quickstart.md?raw';
import rules from './rules.md?raw';
import Webhooks from './webhooks.mdx';

/** How fields look. There are thousands, so they have no classes of their own. */
const FIELDS =
  'min-w-0 break-words [&_li]:border-t [&_li]:border-line [&_li]:py-2.5 [&_li:first-child]:border-t-0 [&_li:first-child]:pt-1 [&_li>code]:text-[0.8125rem] [&_li>code]:font-medium [&_i]:ml-1.5 [&_i]:text-[0.8125rem] [&_i]:text-muted [&_i]:not-italic [&_p]:text-sm [&_p]:text-muted [&_p[data-about]]:text-ink [&_h4]:mt-6 [&_h4]:mb-1.5 [&_h4]:text-sm [&_h4]:font-semibold [&_summary]:cursor-pointer [&_summary]:py-1.5 [&_summary]:text-sm [&_summary]:text-teal [&_summary~*]:ml-1 [&_summary~*]:border-l [&_summary~*]:border-line [&_summary~*]:pl-4';

const escaped = (text = '') => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const name = (text: string) => html(<Breakable text={text} />);
const tag = (element: string, text: string | undefined) =>
  text && `<${element}>${escaped(text)}</${element}>`;
const fold = (label: string, open: boolean, inside: string) =>
  `<details${open ? ' open' : ''}>${tag('summary', label)}${inside}</details>`;

/** A name with what it takes. */
const value = (own: string, how: string, schema: openapi.Schema) =>
  `<code>${name(own)}</code> <i>${how}</i><p>${escaped(openapi.lineOf(schema))}</p>${
    schema.description ? `<p data-about>${escaped(schema.description)}</p>` : ''
  }`;

/** The fields of a schema level by level. In an answer required fields need no mark. */
function shape(schema: openapi.Schema, answer = false, depth = 0): string {
  const fields = Object.entries(schema.properties ?? {}).map(([own, part]) => {
    const required = schema.required?.includes(own);
    const how = answer ? (required ? '' : 'may be absent') : required ? 'required' : 'optional';
    const inside =
      openapi.hasFields(part) && fold(`Fields of ${own}`, depth === 0, shape(part, answer, depth + 1));
    return `<li>${value(own, how, part)}${inside || ''}</li>`;
  });
  const all = openapi.partsOf(schema);
  const parts = all.length > 1 && all.some(openapi.hasFields) ? all : all.filter(openapi.hasFields);
  const inside = parts.map((part, index) => {
    const own = shape(part, answer, depth + 1);
    return all.length === 1 ? own : fold(openapi.labelOf(part), depth === 0 && index === 0, own);
  });
  const line = depth === 0 && fields.length === 0 && tag('p', openapi.lineOf(schema));
  return `${line || ''}<ul>${fields.join('')}</ul>${inside.join('')}`;
}

function bodyOf(content: openapi.Content | undefined, answer = false): string {
  const body = openapi.bodyOf(content);
  if (!body || body.schema.type === 'null') return '<p>data is null</p>';
  return `${body.type === 'application/json' ? '' : tag('p', body.type)}${shape(body.schema, answer)}`;
}

const NEEDS = { wallet: 'Signed-in wallet', admin: 'Administrator' };
const TOKENS = {
  wallet: '$TOKEN is the token of POST /api/auth/verify.',
  admin: '$TOKEN is an administrator’s token.',
};

function cardOf(call: openapi.Call): string {
  const { method, path, operation } = call;
  const { summary, description, parameters = [], requestBody, responses, security } = operation;
  const access = security?.[0] && ('admin' in security[0] ? 'admin' : 'wallet');
  const answers = Object.entries(responses ?? {});
  const id = `${method.toLowerCase()}${path.replaceAll(/\W+/g, '-').replace(/-$/, '')}`;
  const color = method === 'DELETE' ? 'text-coral' : 'text-teal';
  const chevron = 'size-4 text-muted transition-transform in-[details[open]>summary]:rotate-90';
  const taken = parameters.map(
    ({ name: own, in: place, required, schema = {} }) =>
      `<li>${value(own, `${place}, ${required ? 'required' : 'optional'}`, schema)}</li>`,
  );
  const given = answers
    .filter(([status]) => status < '400')
    .map(([status, each]) => [
      tag('h4', `Answer ${status}: ${each.description}`),
      bodyOf(each.content, true),
    ]);
  const refusals = answers
    .filter(([status]) => status >= '400')
    .map(([status, { description: codes }]) => tag('dt', status) + (tag('dd', codes) ?? ''));
  // Days are moved to the reader's, so that the command works when it is read.
  const curl = html(<CodeBlock label="curl" code={openapi.curlOf(call)} />).replace(
    openapi.DAY_MARK,
    '<time data-day="$1"></time>',
  );
  // A browser opens what its address names, if that is inside.
  return `<details data-call="${escaped(`${method} ${path} ${summary} ${operation.tags}`)}" class="mt-2 rounded-card border border-line bg-surface">
<summary class="grid cursor-pointer list-none grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 rounded-card px-4 py-3 sm:px-5 md:grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1fr)_9rem] [&::-webkit-details-marker]:hidden">
${html(<ChevronRight aria-hidden className={chevron} />)}
<h3 class="flex min-w-0 items-baseline gap-2.5 font-normal tracking-normal">
<code class="w-14 shrink-0 text-[0.8125rem] font-semibold ${color}">${method}</code>
<code class="min-w-0 text-[0.875rem] break-words">${name(path)}</code></h3>
<p class="text-sm text-muted max-md:col-start-2">${escaped(summary)}</p>
<span class="max-md:col-start-2 md:text-right">${access ? html(<Badge variant="outline">{NEEDS[access]}</Badge>) : ''}</span>
</summary>
<div class="grid gap-x-10 gap-y-7 border-t border-line px-4 pt-5 pb-6 sm:px-5 lg:grid-cols-2">
<div class="${FIELDS}">
<p id="${id}" data-about class="scroll-mt-40">${escaped(description)}
<a href="#${id}" class="text-teal underline underline-offset-4">Link to this call</a></p>
${taken.length > 0 ? tag('h4', 'Parameters') : ''}<ul>${taken.join('')}</ul>
${requestBody ? tag('h4', 'Request body') + bodyOf(requestBody.content) : ''}
${given.flat().join('')}
</div>
<div class="${FIELDS}">
${curl}${access ? `<p class="mt-2">${TOKENS[access]}</p>` : ''}
<h4>Refusals</h4>
<dl class="figures grid grid-cols-[3rem_1fr] gap-y-1.5 text-sm text-muted">${refusals.join('')}</dl>
</div></div></details>`;
}

/** The calls by their tag, of which each has one. */
const groupsOf = (calls: readonly openapi.Call[]) =>
  [...new Set(calls.map(({ operation }) => operation.tags?.[0]))].map((group) => {
    const own = calls.filter(({ operation }) => operation.tags?.[0] === group);
    return `<section aria-label="${group}" data-tag class="mt-8">
<h2 class="text-lg capitalize">${group}</h2>${own.map(cardOf).join('')}</section>`;
  });

const LANGUAGES = [
  { key: 'ts', label: 'TypeScript with viem', className: 'min-w-0 group-has-[[value=sh]:checked]:hidden' },
  { key: 'sh', label: 'curl', className: 'min-w-0 group-has-[[value=ts]:checked]:hidden' },
];

const languages = LANGUAGES.map(
  ({ key, label }) =>
    `<label class="flex h-10 cursor-pointer items-center px-3.5 text-sm text-muted not-first:border-l not-first:border-line-strong hover:bg-sunken has-checked:bg-teal-soft has-checked:font-medium has-checked:text-teal has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
<input type="radio" name="language" value="${key}"${key === 'ts' ? ' checked' : ''} class="sr-only">${label}</label>`,
);

/** A step of `quickstart.md`: its title, its text, and its code in both languages. */
const steps = quickstart
  .split(/^## /m)
  .slice(1)
  .map((source) => {
    const [heading = '', ...blocks] = source.split(/\n+```/);
    const [title = '', text] = heading.split('\n\n');
    const codes = LANGUAGES.map(({ key, label, className }) => (
      <div key={key} className={className}>
        <CodeBlock
          label={`${title} (${label})`}
          code={blocks.find((block) => block.startsWith(key))?.slice(3) ?? ''}
        />
      </div>
    ));
    return `<li class="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
<div><h2 class="text-lg">${title}</h2><p class="mt-2 text-[0.9375rem] text-pretty text-muted">${escaped(text)}</p></div>
${html(codes)}</li>`;
  });

/** An event with its fields and the body that a receiver gets. */
function Event({ event, children }: { event: WebhookEvent; children: ReactNode }) {
  // These schemas contain no references to resolve.
  const data = z.toJSONSchema(EVENT_DATA[event]) as openapi.Schema;
  const id = `evt_${event.replace('.', '_')}_1`;
  const body = { id, type: event, timestamp: '2027-01-15T09:00:00.000Z', data: openapi.exampleOf(data) };
  return (
    <section aria-labelledby={event} className="border-t border-line py-6">
      <h3 id={event}>
        <code>{event}</code>
      </h3>
      <p>{children}</p>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is escaped above. */}
        <div className={FIELDS} dangerouslySetInnerHTML={{ __html: shape(data, true) }} />
        <CodeBlock label={`Body of ${event}`} code={JSON.stringify(body, null, 2)} />
      </div>
    </section>
  );
}

const PROMISED: Readonly<Record<string, unknown>> = { ...KEPT, ...RATE_FLOORS, ...RATE_CEILINGS };

/** The lines of `rules.md`, each with its name and what we promise. */
const ruled = rules
  .trim()
  .split('\n')
  .map((line) => line.replace(/\$(\w+)/g, (_, promise: string) => String(PROMISED[promise])).split(/: (.*)/))
  .map(
    ([
      own,
      text,
    ]) => `<div class="grid grid-cols-[5.5rem_1fr] gap-x-3 py-2 text-[0.9375rem]"><dt class="font-medium">${own}</dt>
<dd class="min-w-0 text-muted">${escaped(text)}</dd></div>`,
  );

const panel = (tab: string, inside: string, look = '') =>
  `<div role="tabpanel" id="${tab}" aria-labelledby="tab-${tab}"${tab === 'endpoints' ? '' : ' hidden'} class="${look}">${inside}</div>`;

/** The three parts of the reference as markup. What a reader does with them is in `reference-page.tsx`. */
export function render(document: OpenAPIObject): string {
  const calls = openapi.callsOf(openapi.resolve(document));
  const { version } = document.info;
  const [label, placeholder] = ['Search the calls', 'Search path, method or words'];
  const search = <SearchInput className="w-full sm:max-w-sm" aria-label={label} placeholder={placeholder} />;
  const none = (
    <EmptyState title="No call matches" actions={<Button variant="secondary">Show all calls</Button>}>
      Try a part of the path, such as “policy”, or a method.
    </EmptyState>
  );
  return [
    panel(
      'endpoints',
      `<dl class="grid gap-x-10 border-y border-line py-2 md:grid-cols-2">${ruled.join('')}</dl>
<div class="mt-6 flex flex-wrap items-center justify-between gap-3">${html(search)}
<p role="status" data-total="${version}" class="figures text-sm text-muted">${calls.length} calls · version ${version}</p></div>
<div data-none hidden class="mt-6">${html(none)}</div>${groupsOf(calls).join('')}`,
    ),
    panel(
      'examples',
      `<div class="flex flex-wrap items-end justify-between gap-4"><p class="max-w-[44rem] text-pretty">
Six steps that build on each other: run in order, they work as they are. Set <code>PRIVATE_KEY</code> and
<code>RPC_URL</code> in the environment; use a wallet for testing.</p>
<fieldset class="flex overflow-hidden rounded-[10px] border border-line-strong"><legend class="sr-only">Language</legend>
${languages.join('')}</fieldset></div><ol class="mt-8 flex flex-col gap-10">${steps.join('')}</ol>`,
      'group',
    ),
    panel(
      'webhooks',
      html(<Webhooks components={{ Event }} />),
      '[&>dl]:mt-4 [&>figure]:mt-4 [&>h2]:mt-10 [&>h2]:text-xl [&>p]:mt-3 [&>p]:max-w-[44rem]',
    ),
  ].join('');
}
