import * as z from 'zod';
import { answer, call, type Method } from '#domain/http/call.ts';
import type { createApiClient } from '#web/lib/api/client.ts';

interface Own {
  signal?: AbortSignal | undefined;
  token?: string;
  key?: string;
  schema?: { parse(data: unknown): unknown };
}

/** A call that the contract doesn't have. */
export const callOf = (method: Method, path: string) =>
  call('any', `${method} /${path.slice(1)}`, {
    summary: 'Anything',
    optionalBody: z.unknown(),
    answers: { 200: answer(z.unknown(), 'Anything') },
  });

/** A client's calls by method and path. */
export const byPath = (client: ReturnType<typeof createApiClient>) => ({
  get: (path: string, own: Own = {}) => client.ask(callOf('GET', path), {}, own),
  post: (path: string, body: unknown, own: Own = {}) => client.ask(callOf('POST', path), { body }, own),
  put: (path: string, body: unknown) => client.ask(callOf('PUT', path), { body }),
  delete: (path: string, body?: unknown) => client.ask(callOf('DELETE', path), { body }),
});
