import type * as z from 'zod';
import type { Call } from '#domain/http/call.ts';
import { pathOf } from '#domain/http/paths.ts';

type Plain = string | number | boolean;

type Path<C> = C extends { path: `${string}{${infer Name}}${infer Rest}` }
  ? { [Part in Name]: string | number } & Path<{ path: Rest }>
  : unknown;
type Query<C> = C extends { query: infer Schema extends z.ZodType }
  ? { query?: string | { [Name in keyof z.input<Schema>]?: Plain | undefined } | undefined }
  : unknown;
type Body<C> = C extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> }
  : C extends { optionalBody: infer Schema extends z.ZodType }
    ? { body?: z.input<Schema> | undefined }
    : unknown;
type Version<C> = C extends { ifMatch: true } ? { version?: number | string | undefined } : unknown;

/** What a call takes: each part of its path by name, the query, the JSON body, and the version that a write changes. */
export type Input<C extends Call> = Path<C> & Query<C> & Body<C> & Version<C>;
type AnswerOf<C extends Call> = C['answers'][keyof C['answers']];
/** The data of a call's answers. */
export type DataOf<C extends Call> =
  AnswerOf<C> extends infer One
    ? One extends { content: { 'application/json': { schema: z.ZodType<{ data: infer Data }> } } }
      ? Data
      : never
    : never;

/** The parts of any input. */
export interface Parts {
  query?: string | Record<string, Plain | undefined> | undefined;
  body?: unknown;
  version?: number | string | undefined;
}

function searchOf({ query }: Parts): string {
  if (query === undefined || typeof query === 'string') return query ?? '';
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** The address of a call below the API's base, its query included. */
export function addressOf(call: Call, input: Parts = {}): string {
  const search = searchOf(input);
  const path = pathOf(call, input);
  return search === '' ? path : `${path}?${search}`;
}

/** The query key of a call: the parts of its address, so that the start of a path stands for everything below it. */
export function keyOf(call: Call, input: Parts = {}): unknown[] {
  const [path = '', search] = addressOf(call, input).split('?');
  return [...path.slice(1).split('/'), ...(search ? [search] : []), ...(input.body ? [input.body] : [])];
}

/** Parses the data of an answer by the schema of its status. */
export function parserOf(call: Call) {
  const answers = call.answers as Readonly<Record<number, Call['answers'][number]>>;
  return (data: unknown, status: number): unknown => {
    const answer = answers[status] ?? Object.values(answers)[0];
    const schema = answer?.content['application/json']?.schema as z.ZodObject | undefined;
    return schema ? (schema.shape.data as z.ZodType).parse(data) : data;
  };
}
