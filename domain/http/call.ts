import * as z from 'zod';
import { pageCursors } from '#domain/page.ts';
import type { Permission } from '#domain/permissions.ts';
import { success } from './envelope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * Who may call: a signed-in wallet; everyone, known by their session if they have one; administrators whose role has the
 * permission, where every role may read; or administrators who may still have to enroll a second factor.
 */
export type Who = 'wallet' | 'anyone' | 'enrolling' | `admin: ${Permission | 'read'}`;
/** The limits of `wrangler.toml`. */
export type Limit = 'QUOTE_LIMIT' | 'SIGN_IN_LIMIT' | 'EXPORT_LIMIT';
export type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** Descriptions and schemas of one status, by content type. */
export interface Answer {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
}

interface Declared {
  summary: string;
  description?: string;
  /** Without it a call is public, and a session is not looked at; a `GET` below `/admin` is for administrators of any role. */
  who?: Who;
  /**
   * Besides the limit that every call has. Exports have `EXPORT_LIMIT`, and writes `QUOTE_LIMIT` if they don't say another one
   * or null.
   */
  limit?: Limit | null;
  /** Writes once per Idempotency-Key; by content, also without a key. */
  idempotent?: 'by key' | 'by content';
  /** Of the path; without it, its `{id}` is a number. */
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A body that a request may leave out. */
  optionalBody?: z.ZodType;
  /** A form that may be sent in place of that body. */
  optionalForm?: z.ZodType;
  /** Most bytes of the uploaded files. */
  maxFileBytes?: number;
  /** Whether it takes the version that a write changes. */
  ifMatch?: boolean;
  /** Whether the version of the data is its ETag. */
  etag?: boolean;
  /** Whether browsers and proxies may keep the answer for a minute when nobody is signed in. */
  cacheable?: boolean;
  /** By status; the lowest one is that of a plain outcome. */
  answers: Readonly<Record<number, Answer>>;
  /**
   * Statuses that its use case refuses with; those of guard and input follow from them. Without it they are 404 for a record
   * that its path names, and 409 for one that changed or was written already.
   */
  refuses?: readonly Refusal[];
}

export interface Call extends Declared {
  /** Unique; generated clients use it as the method name. */
  id: string;
  method: Method;
  path: string;
}

/**
 * Declares one call of the API. The worker serves it, the web sends it, and the API's document describes it.
 * @param id the name of the constant, which is also the `operationId`
 * @param line method and path, such as `GET /admin/users/{wallet}`
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<const Declaration extends Declared, Line extends `${Method} /${string}`>(
  id: string,
  line: Line,
  declared: Declaration & Versioned<Declaration>,
): Declaration & { id: string } & Parted<Line> {
  const [method, path] = line.split(' ');
  return { ...declared, id, method, path } as Declaration & { id: string } & Parted<Line>;
}

type Parted<Line> = Line extends `${infer Verb extends Method} ${infer Path}`
  ? { method: Verb; path: Path }
  : never;

/** An ETag is the version of the data. */
type Versioned<Declaration extends Declared> = Declaration extends { etag: true }
  ? DataOf<Declaration['answers'][keyof Declaration['answers']]> extends { version: number }
    ? unknown
    : never
  : unknown;

/** The JSON body of an answer; `unknown` for a file. */
export type BodyOf<One> = One extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } };
}
  ? z.input<Schema>
  : unknown;
/** The data in the envelope of an answer; `never` for a file. */
export type DataOf<One> = BodyOf<One> extends { data: infer Data } ? Data : never;

/** A success response with the schema of its data. */
/* @__NO_SIDE_EFFECTS__ */
export function answer<Data extends z.ZodType>(data: Data, description: string) {
  return { description, content: { 'application/json': { schema: success(data) } } };
}

/** One page of a list. */
/* @__NO_SIDE_EFFECTS__ */
export function pageAnswer<Entry extends z.ZodType>(entry: Entry, description: string) {
  const schema = success(z.array(entry)).extend(pageCursors);
  return { description, content: { 'application/json': { schema } } };
}

/** A download of these content types. */
/* @__NO_SIDE_EFFECTS__ */
export function fileAnswer(description: string, ...types: string[]): Answer {
  const schema = z.string().meta({ format: 'binary' });
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
