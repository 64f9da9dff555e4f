/** Requests whose answer may be JSON or a file. */
import { expect } from 'vitest';
import { ORIGIN, type Reach } from '../harness.ts';
import { real } from '../reach.ts';
import type { Asked } from './customer-table.ts';
import { CANARY } from './things.ts';

export interface Seen {
  status: number;
  headers: Headers;
  text: string;
}

let asked = 0;
/** A new client every 100 requests, each with a limit of its own. */
const client = () => `2001:db8:eeee:${Math.floor(asked++ / 100).toString(16)}::1`;

export async function ask(
  operation: string,
  { path, body, form }: Asked,
  token: string | null,
  reach: Reach = real,
): Promise<Seen> {
  const [method = '', template = ''] = operation.split(' ');
  const response = await reach(
    new Request(`${ORIGIN}/api${path ?? template}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'cf-connecting-ip': client(),
      },
      body: body === undefined ? (form ?? null) : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  expect(text, operation).not.toContain(CANARY);
  return { status: response.status, headers: response.headers, text };
}
