import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { curlOf } from './example.ts';
import type { Access, Body, Endpoint, OpenApi } from './openapi.ts';
import { SchemaLine, SchemaTree } from './schema-tree.tsx';

const ACCESS: Readonly<Record<Access, string | null>> = {
  public: null,
  wallet: 'Signed-in wallet',
  admin: 'Administrator',
};

interface PartProps {
  document: OpenApi;
  endpoint: Endpoint;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="text-sm font-semibold">{title}</h4>
      <div className="mt-1.5">{children}</div>
    </section>
  );
}

function Parameters({ document, endpoint }: PartProps) {
  if (endpoint.parameters.length === 0) return null;
  return (
    <Section title="Parameters">
      <ul>
        {endpoint.parameters.map(({ name, in: place, required, schema }) => (
          <li key={`${place} ${name}`} className="border-t border-line py-2.5 first:border-t-0">
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <code className="text-[0.8125rem] font-medium break-words">
                <Breakable text={name} />
              </code>
              <span className="text-[0.8125rem] text-muted">
                {place}, {required ? 'required' : 'optional'}
              </span>
            </p>
            {schema && <SchemaLine document={document} schema={schema} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BodyFields({ document, body, answer }: { document: OpenApi; body: Body; answer: boolean }) {
  const isFile = body.type !== 'application/json';
  return (
    <>
      {isFile && <p className="text-sm text-muted">{body.type}</p>}
      {body.schema && <SchemaTree document={document} schema={body.schema} answer={answer} />}
    </>
  );
}

function Details({ document, endpoint }: PartProps) {
  const { description, request, answers, refusals, access } = endpoint;
  return (
    <div className="grid gap-x-10 gap-y-7 border-t border-line px-4 pt-5 pb-6 sm:px-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        {description && <p className="text-[0.9375rem]">{description}</p>}
        <Parameters document={document} endpoint={endpoint} />
        {request && (
          <Section title="Request body">
            <BodyFields document={document} body={request} answer={false} />
          </Section>
        )}
        {answers.map(({ status, description: meaning, body }) => (
          <Section key={status} title={`Answer ${status}: ${meaning}`}>
            {body ? (
              <BodyFields document={document} body={body} answer />
            ) : (
              <p className="text-sm text-muted">data is null</p>
            )}
          </Section>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <CodeBlock label="curl" code={curlOf(document, endpoint, window.location.origin)} />
        {access !== 'public' && (
          <p className="-mt-3 text-sm text-muted">
            {access === 'wallet'
              ? '$TOKEN is the token of POST /api/auth/verify.'
              : '$TOKEN is an administrator’s token.'}
          </p>
        )}
        <Section title="Refusals">
          <dl className="figures grid grid-cols-[3rem_1fr] gap-y-1.5 text-sm">
            {refusals.map(({ status, codes }) => (
              <div key={status} className="contents">
                <dt className="font-medium">{status}</dt>
                <dd className="min-w-0 break-words text-muted">{codes}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </div>
  );
}

/** One operation. Collapsed: its name and who may call it. Expanded: input, output and a command to try it. */
export function EndpointCard({ document, endpoint }: PartProps) {
  const [open, setOpen] = useState(false);
  const needs = ACCESS[endpoint.access];
  return (
    <details
      open={open}
      onToggle={(event) => {
        // Toggle events of nested details arrive here too.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
      className="rounded-card border border-line bg-surface"
    >
      <summary className="grid cursor-pointer list-none grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 rounded-card px-4 py-3 sm:px-5 md:grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1fr)_9rem] [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-muted transition-transform in-[details[open]>summary]:rotate-90"
        />
        <h3 className="flex min-w-0 items-baseline gap-2.5 font-normal tracking-normal">
          <code
            className={`w-14 shrink-0 text-[0.8125rem] font-semibold ${endpoint.method === 'DELETE' ? 'text-coral' : 'text-teal'}`}
          >
            {endpoint.method}
          </code>{' '}
          <code className="min-w-0 text-[0.875rem] break-words">
            <Breakable text={endpoint.path} />
          </code>
        </h3>
        <p className="text-sm text-muted max-md:col-start-2">{endpoint.summary}</p>
        <span className="max-md:col-start-2 md:text-right">
          {needs && <Badge variant="outline">{needs}</Badge>}
        </span>
      </summary>
      {open && <Details document={document} endpoint={endpoint} />}
    </details>
  );
}
