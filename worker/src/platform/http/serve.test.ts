import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { answer, call, fileAnswer, pageAnswer } from '#domain/http/call.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { AppEnv } from './env.ts';
import { mount, reply, serve } from './serve.ts';

const versioned = z.object({ version: z.number() });
const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== '' }));

const contract = {
  TAG: 'test',
  change: call('change', 'PATCH /record/{id}', {
    summary: 'Change',
    params: z.object({ id: z.string() }),
    query: z.object({ part: z.string().optional() }),
    body: z.object({ id: z.string().optional(), size: z.number() }),
    ifMatch: true,
    etag: true,
    answers: { 200: answer(z.looseObject({ version: z.number() }), 'The record') },
  }),
  list: call('list', 'GET /record/list', {
    summary: 'List',
    answers: { 200: pageAnswer(versioned, 'A page') },
  }),
  one: call('one', 'GET /record/{id}', {
    summary: 'Get',
    params: z.object({ id: z.string() }),
    answers: { 200: answer(z.object({ id: z.string() }), 'The record') },
  }),
  file: call('file', 'GET /file', {
    summary: 'Download',
    answers: { 200: fileAnswer('A file', 'text/csv') },
  }),
  nothing: call('nothing', 'POST /nothing', {
    summary: 'Do',
    limit: null,
    answers: { 201: answer(z.null(), 'Done') },
  }),
  later: call('later', 'POST /later', {
    summary: 'Do',
    answers: { 200: answer(versioned, 'Done'), 202: answer(versioned, 'Not yet') },
  }),
};
const useCases = {
  change: serve(contract.change, (_, input) => ({ ...input, version: 3 })),
  one: serve(contract.one, (_, { id }) => ({ id, canary: 'undeclared' })),
  list: serve(contract.list, () => {
    const rows = [{ version: 1, canary: 'undeclared' }];
    return { data: rows, next_cursor: 'more', prev_cursor: null };
  }),
  file: serve(contract.file, () => ({ headers: { 'content-type': 'text/csv' }, body: 'a,b' })),
  nothing: serve(contract.nothing, async () => {}),
  later: serve(contract.later, () =>
    reply({ data: { version: 1 }, status: 202, message: 'Not yet.', etag: '"9"' }),
  ),
};

const guardOf = () => {
  throw new Error('Everyone may make these calls');
};
const app = new OpenAPIHono<AppEnv>();
app.use(async (c, next) => {
  c.set('ctx', { actor: null, admin: null } as Ctx);
  await next();
});
mount(app, [contract], [useCases], guardOf);

const request = (method: string, path: string, init: RequestInit = {}) => {
  limit.mockClear();
  return app.request(path, { method, ...init }, { CLIENT_LIMIT: { limit }, QUOTE_LIMIT: { limit } });
};

test('a handler gets query, body and If-Match in one object, in which the path has the last word', async () => {
  const headers = { 'content-type': 'application/json', 'if-match': '"2"' };
  const answered = await request('PATCH', '/record/7?part=a', { headers, body: '{"id":"8","size":1}' });
  expect(answered.headers.get('etag')).toBe('"3"');
  const data = { part: 'a', id: '7', size: 1, ifMatch: '"2"', version: 3 };
  expect(await answered.json()).toEqual({ success: true, data });
});

test('a response carries a page with its cursors and nothing undeclared, a file unchanged, and null for no data', async () => {
  const page = { success: true, data: [{ version: 1 }], next_cursor: 'more', prev_cursor: null };
  expect(await (await request('GET', '/record/list')).json()).toEqual(page);
  const file = await request('GET', '/file');
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['text/csv', 'a,b']);
  const nothing = await request('POST', '/nothing');
  expect([nothing.status, await nothing.json()]).toEqual([201, { success: true, data: null }]);
});

test('a handler can choose the status, and give a message and an ETag', async () => {
  const later = await request('POST', '/later');
  expect([later.status, later.headers.get('etag')]).toEqual([202, '"9"']);
  expect(await later.json()).toEqual({ success: true, data: { version: 1 }, message: 'Not yet.' });
});

test.each([
  ['GET', '/record/list', 1],
  ['POST', '/later', 2],
  ['POST', '/nothing', 1],
])('%s %s counts against %i limits: a write against two, unless it declares none of its own', async (method, path, count) => {
  await request(method, path);
  expect(limit).toHaveBeenCalledTimes(count);
});

test('a call that nobody serves, that two serve, or that no contract declares, ends the start', () => {
  const started = (calls: object, served: object) => () =>
    mount(new OpenAPIHono<AppEnv>(), [calls as typeof contract], [served as typeof useCases], guardOf);
  const { file, ...others } = useCases;
  expect(started(contract, others)).toThrow('Nobody serves file');
  const twice = { ...useCases, again: serve(contract.file, () => ({ headers: {}, body: '' })) };
  expect(started(contract, twice)).toThrow('Two use cases serve file');
  const { file: undeclared, ...declared } = contract;
  expect(started(declared, useCases)).toThrow(`No module of the contract declares ${undeclared.id}`);
  expect(file.serves).toBe(undeclared);
});

test('a fixed part of a path goes before a parameter in its place', async () => {
  expect(await (await request('GET', '/record/list')).json()).toMatchObject({ next_cursor: 'more' });
  expect(await (await request('GET', '/record/7')).json()).toEqual({ success: true, data: { id: '7' } });
});
