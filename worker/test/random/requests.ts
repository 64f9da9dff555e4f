/** Random requests to one operation of the API's document. */
import fc from 'fast-check';
import type { Schema, Values } from './values.ts';

export interface Operation {
  method: string;
  path: string;
  guard: 'wallet' | 'admin' | null;
  parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  json: Schema | null;
  files: boolean;
}

export interface RandomRequest {
  path: string;
  headers: Record<string, string>;
  /** JSON or what passes for it; null for none. */
  body: string | null;
  files: readonly { name: string; bytes: Uint8Array }[] | null;
  as: 'whoever it is for' | 'another wallet' | 'nobody' | 'a liar';
}

type Methods = Record<
  string,
  {
    security?: Record<string, string[]>[];
    parameters?: Operation['parameters'];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }
>;

export const operationsOf = (paths: Record<string, Methods>): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/api/, ''),
      guard: security.some((each) => 'admin' in each) ? 'admin' : security.length > 0 ? 'wallet' : null,
      parameters,
      json: requestBody?.content['application/json']?.schema ?? null,
      files:
        requestBody?.content['multipart/form-data'] !== undefined && !requestBody.content['application/json'],
    })),
  );

/** As a client writes a value into an address or a header. */
const written = (value: unknown): string =>
  // Half a pair of surrogates has no place in an address.
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\p{Cs}/gu, '\ufffd');

const headerValue = (value: unknown): string =>
  written(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .trim()
    .slice(0, 500);

/** The ids that paths have, by the name that a table of known values has for them. */
function idOf(path: string): string {
  if (path.includes('/claims')) return 'claim_id';
  if (path.includes('/messages')) return 'thread_id';
  if (path.includes('/webhooks')) return 'webhook_id';
  if (path.includes('/sessions')) return 'session_id';
  if (path.includes('/drafts')) return 'draft_id';
  if (path.includes('/exceptions') || path.includes('payment-exceptions')) return 'exception_id';
  return 'policy_id';
}

export function requestTo(operation: Operation, values: Values): fc.Arbitrary<RandomRequest> {
  const { path, parameters, json, files } = operation;
  const at = (place: string) => parameters.filter((each) => each.in === place);
  const record = (place: string) =>
    fc.record(
      Object.fromEntries(
        at(place).map(({ name, schema }) => [
          name,
          values.named(place === 'path' && name === 'id' ? idOf(path) : name, schema),
        ]),
      ),
      { requiredKeys: at(place).flatMap(({ name, required }) => (required ? [name] : [])) },
    ) as fc.Arbitrary<Record<string, unknown>>;
  return fc
    .record({
      path: record('path'),
      query: record('query'),
      headers: record('header'),
      more: fc.option(
        fc.constantFrom<[string, string]>(['limit', '0'], ['cursor', 'x'], ['x', '1'], ['page', '-1']),
        {
          freq: 12,
        },
      ),
      body: json
        ? bodyOf(values.named('', json))
        : fc.option(fc.constantFrom('{}', 'null', '[', 'x'), { freq: 10 }),
      type: fc.oneof(
        { weight: 30, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data',
            '',
          ),
        },
      ),
      files: files ? fc.array(file, { maxLength: 3 }) : fc.constant(null),
      as: fc.oneof(
        { weight: 14, arbitrary: fc.constant('whoever it is for' as const) },
        { weight: 2, arbitrary: fc.constant('another wallet' as const) },
        { weight: 1, arbitrary: fc.constantFrom('nobody' as const, 'a liar' as const) },
      ),
    })
    .map((drawn) => {
      const query = new URLSearchParams(
        Object.entries(drawn.query).map(([name, value]): [string, string] => [name, written(value)]),
      );
      if (drawn.more) query.append(...drawn.more);
      const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const text = encodeURIComponent(written(drawn.path[name])).replace(/^\.+$/, 'x');
        return text === '' ? 'x' : text;
      });
      const headers = Object.fromEntries(
        Object.entries(drawn.headers).map(([name, value]) => [name, headerValue(value)]),
      );
      const hasBody = drawn.body !== null && operation.method !== 'GET';
      return {
        path: query.size > 0 ? `${target}?${query}` : target,
        headers:
          hasBody && !drawn.files && drawn.type !== '' ? { ...headers, 'content-type': drawn.type } : headers,
        body: hasBody && !drawn.files ? drawn.body : null,
        files: drawn.files,
        as: drawn.as,
      };
    });
}

/** Mostly well-formed JSON, and now and then a piece of it or something else. */
const bodyOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 24, arbitrary: value.map((each) => JSON.stringify(each) ?? '') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, fc.nat({ max: 200 }))
        .map(([each, length]) => (JSON.stringify(each) ?? '').slice(0, length)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          '',
          ' ',
          '{',
          '[]',
          'null',
          '1',
          '"text"',
          '{"a":1}}',
          '\ufeff{}',
          '{"__proto__":{"admin":true}}',
        ],
        ...[
          `${'['.repeat(2000)}${']'.repeat(2000)}`,
          `{"a":${'9'.repeat(2000)}}`,
          '{"a":1,"a":2}',
          "{'a':1}",
        ],
      ),
    },
  );

const text = (value: string) => new TextEncoder().encode(value);
const file = fc.record({
  name: fc.oneof(
    fc.constantFrom('a.png', 'b.pdf', '', '..\\x', 'x'.repeat(300)),
    fc.string({ maxLength: 30 }),
  ),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(
      ...['', '%PDF-1.7\n%%EOF', '<html>', 'PK\x03\x04', 'GIF89a', '\x89PNG\r\n\x1a\n'].map(text),
      Uint8Array.from([
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 255, 255, 255, 255, 0x49, 0x48, 0x44, 0x52,
      ]),
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]),
    ),
  ),
});
