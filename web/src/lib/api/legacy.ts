import type { DownloadedFile } from '../save-file.ts';
import { cursorIn, readFile, unwrap } from './answer.ts';
import type { Answer, ListPage, Request } from './calls.ts';

const MAX_ENTRIES = 10_000;
interface Parser<Output> {
  parse(value: unknown): Output;
}

/** Calls by path, until every feature calls the contract. */
export function legacyOf(carryOut: (request: Request) => Promise<Answer<unknown>>) {
  const go = async <Output>(
    method: Request['method'],
    path: string,
    parser: Parser<Output>,
    own: Partial<Request> = {},
  ) =>
    (await carryOut({
      method,
      path,
      parse: (body) => parser.parse(unwrap(body)),
      ...own,
    })) as Answer<Output>;
  const page = async <Entry>(
    path: string,
    parser: Parser<Entry[]>,
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<ListPage<Entry>> => {
    const query = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const parse = (body: unknown) => ({
      entries: parser.parse(unwrap(body)),
      next: cursorIn(body, 'next_cursor'),
      previous: cursorIn(body, 'prev_cursor'),
    });
    return (await carryOut({ method: 'GET', path: path + query, parse, signal })).data as ListPage<Entry>;
  };
  type Own = { token?: string; key?: string; ifMatch?: string };
  return {
    pageOf: page,
    allOf: async <Entry>(path: string, parser: Parser<Entry[]>, signal?: AbortSignal): Promise<Entry[]> => {
      const entries: Entry[] = [];
      for (let cursor: string | null = null; ; ) {
        const { entries: more, next }: ListPage<Entry> = await page(path, parser, cursor, signal);
        entries.push(...more);
        if (next === null || entries.length >= MAX_ENTRIES) return entries;
        cursor = next;
      }
    },
    get: async <Output>(path: string, parser: Parser<Output>, signal?: AbortSignal): Promise<Output> =>
      (await go('GET', path, parser, { signal })).data,
    post: <Output>(
      path: string,
      body: unknown,
      parser: Parser<Output>,
      signal?: AbortSignal,
      own: Own = {},
    ) => go('POST', path, parser, { body, signal, ...own }),
    put: async <Output>(path: string, body: unknown, parser: Parser<Output>): Promise<Output> =>
      (await go('PUT', path, parser, { body })).data,
    patch: async <Output>(path: string, body: unknown, parser: Parser<Output>, own: Own = {}) =>
      (await go('PATCH', path, parser, { body, ...own })).data,
    delete: async <Output>(path: string, parser: Parser<Output>, body?: unknown, own: Own = {}) =>
      (await go('DELETE', path, parser, { body, ...own })).data,
    uploadTo: async <Output>(
      path: string,
      content: File,
      {
        parser,
        onProgress = () => undefined,
        method = 'POST',
        signal,
      }: {
        parser: Parser<Output>;
        onProgress?: (share: number) => void;
        signal?: AbortSignal | undefined;
        method?: 'POST' | 'PUT';
      },
    ): Promise<Output> => (await go(method, path, parser, { file: { content, onProgress }, signal })).data,
    downloadFrom: async (path: string, signal?: AbortSignal): Promise<DownloadedFile> =>
      (await carryOut({ method: 'GET', path, parse: (file) => file, read: readFile, signal }))
        .data as DownloadedFile,
  };
}
