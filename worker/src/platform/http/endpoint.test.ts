import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import { endpoint, reply, routes } from './endpoint.ts';
import type { AppEnv } from './env.ts';
import { answer, fileAnswer, pageAnswer } from './openapi.ts';

const versioned = z.object({ version: z.number() });
const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== '' }));

const app = new OpenAPIHono<AppEnv>();
app.use(async (c, next) => {
  c.set('ctx', { actor: null, admin: null } as Ctx);
  await next();
});
app.route(
  '/',
  routes('test', [
    endpoint('PATCH /record/{id}', {
      operationId: 'change',
      summary: 'Change',
      params: z.object({ id: z.string() }),
      query: z.object({ part: z.string().optional() }),
      body: z.object({ id: z.string().optional(), size: z.number() }),
      ifMatch: true,
      etag: true,
      answers: { 200: answer(z.looseObject({ version: z.number() }), 'The record') },
      run: (_, input) => ({ ...input, version: 3 }),
    }),
    endpoint('GET /list', {
      operationId: 'list',
      summary: 'List',
      answers: { 200: pageAnswer(versioned, 'A page') },
      run: () => ({ data: [{ version: 1 }], next_cursor: 'more', prev_cursor: null }),
    }),
    endpoint('GET /file', {
      operationId: 'file',
      summary: 'Download',
      answers: { 200: fileAnswer('A file', 'text/csv') },
      run: () => ({ headers: { 'content-type': 'text/csv' }, body: 'a,b' }),
    }),
    endpoint('POST /nothing', {
      operationId: 'nothing',
      summary: 'Do',
      limit: null,
      answers: { 201: answer(z.null(), 'Done') },
      run: async () => {},
    }),
    endpoint('POST /later', {
      operationId: 'later',
      summary: 'Do',
      answers: { 200: answer(versioned, 'Done'), 202: answer(versioned, 'Not yet') },
      run: () => reply({ data: { version: 1 }, status: 202, message: 'Not yet.', etag: '"9"' }),
    }),
  ]),
);

const call = (method: string, path: string, init: RequestInit = {}) => {
  limit.mockClear();
  return app.request(path, { method, ...init }, { CLIENT_LIMIT: { limit }, QUOTE_LIMIT: { limit } });
};

test('a handler gets query, body and If-Match in one object, in which the path has the last word', async () => {
  const headers = { 'content-type': 'application/json', 'if-match': '"2"' };
  const answered = await call('PATCH', '/record/7?part=a', { headers, body: '{"id":"8","size":1}' });
  expect(answered.headers.get('etag')).toBe('"3"');
  const data = { part: 'a', id: '7', size: 1, ifMatch: '"2"', version: 3 };
  expect(await answered.json()).toEqual({ success: true, data });
});

test('a response carries a page with its cursors, a file unchanged, and null for no data', async () => {
  const page = { success: true, data: [{ version: 1 }], next_cursor: 'more', prev_cursor: null };
  expect(await (await call('GET', '/list')).json()).toEqual(page);
  const file = await call('GET', '/file');
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['text/csv', 'a,b']);
  const nothing = await call('POST', '/nothing');
  expect([nothing.status, await nothing.json()]).toEqual([201, { success: true, data: null }]);
});

test('a handler can choose the status, and give a message and an ETag', async () => {
  const later = await call('POST', '/later');
  expect([later.status, later.headers.get('etag')]).toEqual([202, '"9"']);
  expect(await later.json()).toEqual({ success: true, data: { version: 1 }, message: 'Not yet.' });
});

test.each([
  ['GET', '/list', 1],
  ['POST', '/later', 2],
  ['POST', '/nothing', 1],
])('%s %s counts against %i limits: a write against two, unless it declares none of its own', async (method, path, count) => {
  await call(method, path);
  expect(limit).toHaveBeenCalledTimes(count);
});
