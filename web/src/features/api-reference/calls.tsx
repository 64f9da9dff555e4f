import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Breakable, CodeBlock } from '#web/ui/code.tsx';

import { curlOf, DAY_MARK } from './example.ts';
import {
  bodyOf,
  type Call,
  type Content,
  hasFields,
  labelOf,
  lineOf,
  partsOf,
  type Schema,
} from './schema.ts';

/** How fields look. There are thousands, so they have no classes of their own. */
export const FIELDS =
  'min-w-0 break-words [&_li]:border-t [&_li]:border-line [&_li]:py-2.5 [&_li:first-child]:border-t-0 [&_li:first-child]:pt-1 [&_li>code]:text-[0.8125rem] [&_li>code]:font-medium [&_i]:ml-1.5 [&_i]:text-[0.8125rem] [&_i]:text-muted [&_i]:not-italic [&_p]:text-sm [&_p]:text-muted [&_p[data-about]]:text-ink [&_h4]:mt-6 [&_h4]:mb-1.5 [&_h4]:text-sm [&_h4]:font-semibold [&_summary]:cursor-pointer [&_summary]:py-1.5 [&_summary]:text-sm [&_summary]:text-teal [&_summary~*]:ml-1 [&_summary~*]:border-l [&_summary~*]:border-line [&_summary~*]:pl-4';

const Fold = ({ label, open, children }: { label: string; open: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary>{label}</summary>
    {children}
  </details>
);

/** A name with what it takes, as a term and its descriptions. */
const Value = ({ name, how, schema }: { name: string; how: string; schema: Schema }) => (
  <>
    <code>
      <Breakable text={name} />
    </code>{' '}
    <i>{how}</i>
    <p>{lineOf(schema)}</p>
    {schema.description && <p data-about>{schema.description}</p>}
  </>
);

/** The fields of a schema level by level. In an answer required fields need no mark. */
export function Shape({
  schema,
  answer = false,
  depth = 0,
}: {
  schema: Schema;
  answer?: boolean;
  depth?: number;
}) {
  const fields = Object.entries(schema.properties ?? {});
  const parts = partsOf(schema).filter((part, _, all) => all.length > 1 || hasFields(part));
  const shape = (part: Schema) => (
    <Shape key={labelOf(part)} schema={part} answer={answer} depth={depth + 1} />
  );
  const presence = answer ? ['may be absent', ''] : ['optional', 'required'];
  return (
    <>
      {depth === 0 && fields.length === 0 && <p>{lineOf(schema)}</p>}
      <ul>
        {fields.map(([name, part]) => (
          <li key={name}>
            <Value
              name={name}
              how={presence[Number(schema.required?.includes(name) ?? false)] ?? ''}
              schema={part}
            />
            {hasFields(part) && (
              <Fold label={`Fields of ${name}`} open={depth === 0}>
                {shape(part)}
              </Fold>
            )}
          </li>
        ))}
      </ul>
      {parts.length === 1 || !parts.some(hasFields)
        ? parts.filter(hasFields).map(shape)
        : parts.map((part, index) => (
            <Fold key={labelOf(part)} label={labelOf(part)} open={depth === 0 && index === 0}>
              {shape(part)}
            </Fold>
          ))}
    </>
  );
}

const Body = ({ content, answer = false }: { content: Content | undefined; answer?: boolean }) => {
  const body = bodyOf(content);
  if (!body || body.schema.type === 'null') return <p>data is null</p>;
  return (
    <>
      {body.type !== 'application/json' && <p>{body.type}</p>}
      <Shape schema={body.schema} answer={answer} />
    </>
  );
};

const NEEDS = { wallet: 'Signed-in wallet', admin: 'Administrator' };
const TOKENS = {
  wallet: '$TOKEN is the token of POST /api/auth/verify.',
  admin: '$TOKEN is an administrator’s token.',
};

function CallCard({ call }: { call: Call }) {
  const { method, path, operation } = call;
  const { summary, description, parameters = [], requestBody, responses, security } = operation;
  const access = security?.[0] && ('admin' in security[0] ? 'admin' : 'wallet');
  const curl = curlOf(call);
  const answers = Object.entries(responses ?? {});
  const id = `${method.toLowerCase()}${path.replaceAll(/\W+/g, '-').replace(/-$/, '')}`;
  return (
    <details
      data-call={`${method} ${path} ${summary}`}
      className="mt-2 rounded-card border border-line bg-surface"
    >
      <summary className="grid cursor-pointer list-none grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 rounded-card px-4 py-3 sm:px-5 md:grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1fr)_9rem] [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-muted transition-transform in-[details[open]>summary]:rotate-90"
        />
        <h3 className="flex min-w-0 items-baseline gap-2.5 font-normal tracking-normal">
          <code
            className={`w-14 shrink-0 text-[0.8125rem] font-semibold ${method === 'DELETE' ? 'text-coral' : 'text-teal'}`}
          >
            {method}
          </code>{' '}
          <code className="min-w-0 text-[0.875rem] break-words">
            <Breakable text={path} />
          </code>
        </h3>
        <p className="text-sm text-muted max-md:col-start-2">{summary}</p>
        <span className="max-md:col-start-2 md:text-right">
          {access && <Badge variant="outline">{NEEDS[access]}</Badge>}
        </span>
      </summary>
      <div className="grid gap-x-10 gap-y-7 border-t border-line px-4 pt-5 pb-6 sm:px-5 lg:grid-cols-2">
        <div className={FIELDS}>
          {/* A browser opens what its address names, if that is inside. */}
          <p id={id} data-about className="scroll-mt-40">
            {description}{' '}
            <a href={`#${id}`} className="text-teal underline underline-offset-4">
              Link to this call
            </a>
          </p>
          {parameters.length > 0 && <h4>Parameters</h4>}
          <ul>
            {parameters.map(({ name, in: place, required, schema = {} }) => (
              <li key={name}>
                <Value name={name} how={`${place}, ${required ? 'required' : 'optional'}`} schema={schema} />
              </li>
            ))}
          </ul>
          {requestBody && <h4>Request body</h4>}
          {requestBody && <Body content={requestBody.content} />}
          {answers
            .filter(([status]) => status < '400')
            .map(([status, { description: meaning, content }]) => [
              <h4 key={status}>{`Answer ${status}: ${meaning}`}</h4>,
              <Body key={meaning} content={content} answer />,
            ])}
        </div>
        <div className={FIELDS}>
          <CodeBlock label="curl" code={curl}>
            {curl.split(DAY_MARK).map((part, index) =>
              // Days are moved to the reader's, so that the command works when it is read.
              index % 2 === 0 ? part : <time key={part} data-day={part} />,
            )}
          </CodeBlock>
          {access && <p className="mt-2">{TOKENS[access]}</p>}
          <h4>Refusals</h4>
          <dl className="figures grid grid-cols-[3rem_1fr] gap-y-1.5 text-sm text-muted">
            {answers
              .filter(([status]) => status >= '400')
              .map(([status, { description: codes }]) => [
                <dt key={status}>{status}</dt>,
                <dd key={codes}>{codes}</dd>,
              ])}
          </dl>
        </div>
      </div>
    </details>
  );
}

/** The calls by their tag, of which each has one. */
export const Calls = ({ calls }: { calls: readonly Call[] }) =>
  [...new Set(calls.map(({ operation }) => operation.tags?.[0]))].map((tag) => (
    <section key={tag} aria-label={tag} data-tag={tag} className="mt-8">
      <h2 className="text-lg capitalize">{tag}</h2>
      {calls
        .filter(({ operation }) => operation.tags?.[0] === tag)
        .map((call) => (
          <CallCard key={`${call.method} ${call.path}`} call={call} />
        ))}
    </section>
  ));
