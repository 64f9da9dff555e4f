import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Breakable } from '../../ui/breakable.tsx';
import type { OpenApi, Schema } from './openapi.ts';
import { hasParts, viewOf } from './schema-view.ts';

const OPEN_LEVELS = 1;

interface TreeProps {
  document: OpenApi;
  schema: Schema;
  /** Whether the value comes from us. Then required fields need no mark. */
  answer?: boolean;
  depth?: number;
}

interface FoldProps {
  label: ReactNode;
  open: boolean;
  children: ReactNode;
}

function Fold({ label, open: initially, children }: FoldProps) {
  const [open, setOpen] = useState(initially);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-1.5">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-[7px] pr-2 text-sm text-teal [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform in-[details[open]>summary]:rotate-90"
        />
        {label}
      </summary>
      {open && <div className="mt-1 ml-[0.4rem] border-l border-line pl-4">{children}</div>}
    </details>
  );
}

export function SchemaLine({ document, schema }: Pick<TreeProps, 'document' | 'schema'>) {
  const { type, notes, description } = viewOf(document, schema);
  return (
    <div className="text-sm text-muted">
      <p className="break-words">
        {type}
        {notes.map((note) => (
          <span key={note}> · {note}</span>
        ))}
      </p>
      {description && <p className="mt-0.5 text-ink">{description}</p>}
    </div>
  );
}

interface FieldProps extends Required<TreeProps> {
  name: string;
  required: boolean;
}

function Field({ document, name, required, schema, answer, depth }: FieldProps) {
  const { entries, fields } = viewOf(document, schema);
  const list = fields.length === 0 ? entries : null;
  const presence = { in: required ? 'required' : 'optional', out: required ? null : 'may be absent' };
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="text-[0.8125rem] font-medium break-words">
          <Breakable text={name} />
        </code>
        <span className="text-[0.8125rem] text-muted">{presence[answer ? 'out' : 'in']}</span>
      </p>
      <SchemaLine document={document} schema={schema} />
      {hasParts(document, schema) && (
        <Fold label={list ? `Each entry of ${name}` : `Fields of ${name}`} open={depth < OPEN_LEVELS}>
          <SchemaTree document={document} schema={list ?? schema} answer={answer} depth={depth + 1} />
        </Fold>
      )}
    </li>
  );
}

/** The fields of a schema level by level, with references resolved and alternatives named by what tells them apart. */
export function SchemaTree({ document, schema, answer = false, depth = 0 }: TreeProps) {
  const { fields, variants, entries, type } = viewOf(document, schema);
  if (fields.length === 0 && variants.length === 0 && entries === null) {
    return <SchemaLine document={document} schema={schema} />;
  }
  return (
    <>
      {depth === 0 && fields.length === 0 && <p className="text-sm text-muted">{type}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <Field key={field.name} document={document} answer={answer} depth={depth} {...field} />
          ))}
        </ul>
      )}
      {variants.map(({ label, schema: variant }, index) => (
        <Fold key={label} label={label} open={depth < OPEN_LEVELS && index === 0}>
          <SchemaTree document={document} schema={variant} answer={answer} depth={depth + 1} />
        </Fold>
      ))}
      {entries && (
        <Fold label="Each entry" open={depth <= OPEN_LEVELS}>
          <SchemaTree document={document} schema={entries} answer={answer} depth={depth + 1} />
        </Fold>
      )}
    </>
  );
}
