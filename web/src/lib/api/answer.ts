import type { DownloadedFile } from '#web/lib/save-file.ts';
import { ApiError, NOT_JSON, notResponding } from './errors.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseIssues(value: unknown) {
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isRecord)
    .map((issue) => ({ path: String(issue.path), message: String(issue.message) }));
}

/** Milliseconds of a Retry-After header: seconds or an HTTP date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** What to say of a failure for which the server has no message of its own. */
export type Wordless = (status: number, words: string) => string;
const customersWords: Wordless = (status, words) =>
  `${status >= 500 ? 'Server Error' : 'HTTP'} ${status}: ${words}`;

/**
 * The parsed body of a successful answer. Otherwise throws ApiError with the server's own message, or with the
 * specification's text if there is none (customer.md §8).
 */
export async function readAnswer(
  response: Response,
  now: number,
  wordless: Wordless = customersWords,
): Promise<unknown> {
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  const text = await response.text().catch(notResponding);
  let body: unknown = null;
  if (isJson && text !== '') {
    try {
      body = JSON.parse(text);
    } catch {
      throw new ApiError('format', NOT_JSON, { status: response.status });
    }
  }
  if (!response.ok) {
    const said = isRecord(body) ? body : {};
    const words =
      response.statusText ||
      (isJson
        ? ''
        : text
            .slice(0, 200)
            .replace(/<[^>]*>/g, ' ')
            .trim());
    const message = typeof said.message === 'string' && said.message ? said.message : null;
    throw new ApiError('http', message ?? wordless(response.status, words), {
      status: response.status,
      code: typeof said.code === 'string' ? said.code : undefined,
      requestId: typeof said.request_id === 'string' ? said.request_id : undefined,
      issues: parseIssues(said.issues),
      retryAfter: retryAfterMs(response.headers.get('retry-after'), now),
    });
  }
  if (response.status === 204) return null;
  if (!isJson) throw new ApiError('format', NOT_JSON, { status: response.status });
  return body;
}

/** `data` of an answer. Only our OpenAPI document comes without that envelope. */
export function unwrap(body: unknown): unknown {
  return isRecord(body) && 'data' in body ? body.data : body;
}

/** A cursor of a list page, or null if there is none. */
export function cursorIn(body: unknown, name: 'next_cursor' | 'prev_cursor'): string | null {
  const cursor = isRecord(body) ? body[name] : null;
  return typeof cursor === 'string' ? cursor : null;
}

/** The file of a successful answer. Refusals throw as in readAnswer. */
export async function readFile(response: Response, now: number): Promise<DownloadedFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const isAnswer = /\bjson\b|\bhtml\b/i.test(response.headers.get('content-type') ?? '');
  if (!response.ok || (isAnswer && !disposition.startsWith('attachment'))) {
    await readAnswer(response, now);
    throw new ApiError('format', 'The server did not send the file. Please try again later.', {
      status: response.status,
    });
  }
  const named = /filename="([^"/\\]+)"/.exec(disposition);
  return { blob: await response.blob().catch(notResponding), filename: named?.[1] ?? 'download' };
}
