import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/http/call.ts';
import type { DownloadedFile } from '#web/lib/save-file.ts';
import { cursorIn, readFile, unwrap } from './answer.ts';
import { addressOf, type DataOf, type Input, keyOf, type Parts, parserOf } from './call.ts';
import { orMissing } from './errors.ts';

/** A whole list is cut off after this many entries. */
const MAX_ENTRIES = 10_000;

/** A request as it is sent. */
export interface Request {
  method: Call['method'];
  path: string;
  body?: unknown;
  /** The only file of a form, sent instead of a JSON body. */
  file?: { content: File; onProgress: (share: number) => void } | undefined;
  signal?: AbortSignal | undefined;
  /** Replaces the token of the signed-in wallet. */
  token?: string | undefined;
  /** Replaces the idempotency key generated for this call. */
  key?: string | undefined;
  /** The version that this write changes, as its ETag. Another version answers 409. */
  ifMatch?: string | undefined;
  /** Turns the body of a successful answer into a typed one, or throws. */
  parse(body: unknown, status: number): unknown;
  /** How to read a successful answer; JSON by default. */
  read?: ((response: Response, now: number) => Promise<unknown>) | undefined;
}

export interface Answer<Data> {
  status: number;
  data: Data;
}

/** A page of a list and the cursors of its neighbors; null where there is no neighbor. */
export interface ListPage<Entry> {
  entries: Entry[];
  next: string | null;
  previous: string | null;
}

/** How a call is sent. */
type Sending = Pick<Request, 'signal' | 'token' | 'key'> & {
  /** In place of the contract's schema of the data. */
  schema?: { parse(data: unknown): unknown };
};
type Args<C extends Call, Own = Sending> =
  object extends Input<C> ? [input?: Input<C>, own?: Own] : [input: Input<C>, own?: Own];
type EntryOf<C extends Call> = DataOf<C> extends (infer Entry)[] ? Entry : never;

/** What a screen adds to the query of a call. */
type More<Data> = Omit<UseQueryOptions<Data, Error, Data, QueryKey>, 'queryKey' | 'queryFn' | 'select'> & {
  queryKey?: QueryKey;
};

/** The calls of the API's contract, typed by it. */
export function callsOf(carryOut: (request: Request) => Promise<Answer<unknown>>) {
  const requestOf = (call: Call, input: unknown = {}, own: Sending = {}): Request => {
    const parts = input as Parts;
    const { body, version } = parts;
    const { schema, ...sending } = own;
    const parse = schema ? (data: unknown) => schema.parse(data) : parserOf(call);
    return {
      method: call.method,
      path: addressOf(call, parts),
      body: body ?? (call.method === 'GET' || call.method === 'DELETE' ? undefined : {}),
      ifMatch: version === undefined ? undefined : `"${version}"`,
      parse: (answer, status) => parse(unwrap(answer), status),
      ...sending,
    };
  };

  /** The data of a call. */
  const ask = async <C extends Call>(call: C, ...[input, own]: Args<C>): Promise<DataOf<C>> =>
    (await carryOut(requestOf(call, input, own))).data as DataOf<C>;

  /** Makes a change whose answer doesn't matter, apart from its status. */
  const send = async <C extends Call>(call: C, ...[input, own]: Args<C>): Promise<number> =>
    (await carryOut({ ...requestOf(call, input, own), parse: () => null })).status;

  /** One record; null if there is none. */
  const find = <C extends Call>(call: C, ...args: Args<C>): Promise<DataOf<C> | null> =>
    orMissing(ask(call, ...args));

  async function page<C extends Call>(call: C, ...[input, own]: Args<C>): Promise<ListPage<EntryOf<C>>> {
    const request = requestOf(call, input, own);
    const parse = (body: unknown, status: number) => ({
      entries: request.parse(body, status),
      next: cursorIn(body, 'next_cursor'),
      previous: cursorIn(body, 'prev_cursor'),
    });
    return (await carryOut({ ...request, parse })).data as ListPage<EntryOf<C>>;
  }

  /** A whole list, page after page. */
  async function all<C extends Call>(call: C, ...[input, own]: Args<C>): Promise<EntryOf<C>[]> {
    const { query, ...rest } = (input ?? {}) as Parts;
    const entries: EntryOf<C>[] = [];
    for (let cursor: string | null = null; ; ) {
      const at: object = { ...rest, query: { ...(query as object), ...(cursor !== null && { cursor }) } };
      const { entries: more, next }: ListPage<EntryOf<C>> = await page(call, at as Input<C>, own as Sending);
      entries.push(...more);
      if (next === null || entries.length >= MAX_ENTRIES) return entries;
      cursor = next;
    }
  }

  /** A file that the server generates, such as a PDF. */
  const download = async <C extends Call>(call: C, ...[input, own]: Args<C>): Promise<DownloadedFile> =>
    (await carryOut({ ...requestOf(call, input, own), parse: (file) => file, read: readFile }))
      .data as DownloadedFile;

  /** Sends one file. The server stores identical bytes once, so sending them again is safe. */
  async function upload<C extends Call>(
    call: C,
    input: Input<C>,
    content: File,
    { onProgress = () => undefined, ...own }: Sending & { onProgress?: (share: number) => void } = {},
  ): Promise<DataOf<C>> {
    const request = { ...requestOf(call, input, own), body: undefined };
    return (await carryOut({ ...request, file: { content, onProgress } })).data as DataOf<C>;
  }

  /** A call as a query, under the parts of its address. */
  const queryOf = <Data>(
    run: (call: Call, input: unknown, own: Sending) => Promise<unknown>,
    call: Call,
    input: unknown,
    more: More<Data> = {},
  ) =>
    queryOptions<Data>({
      queryKey: keyOf(call, input as Parts),
      queryFn: ({ signal }) => run(call, input, { signal }) as Promise<Data>,
      ...more,
    });

  const query = <C extends Call>(call: C, ...[input, more]: Args<C, More<DataOf<C>>>) =>
    queryOf<DataOf<C>>(ask, call, input, more);

  /** The same for a record that there may not be. */
  const findQuery = <C extends Call>(call: C, input: Input<C>, more?: More<DataOf<C> | null>) =>
    queryOf<DataOf<C> | null>(find, call, input, more);

  const pageQuery = <C extends Call>(call: C, input: Input<C>, more?: More<ListPage<EntryOf<C>>>) =>
    queryOf<ListPage<EntryOf<C>>>(page, call, input, more);

  /** A file, forgotten a minute after nobody looks at it. */
  const downloadQuery = <C extends Call>(call: C, input: Input<C>, more?: More<DownloadedFile>) =>
    queryOf<DownloadedFile>(download, call, input, {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      ...more,
    });

  /** The JSON of an address of the API, as an auditor reads it. */
  const read = async (path: string): Promise<unknown> =>
    (await carryOut({ method: 'GET', path, parse: (body) => body })).data;

  return { ask, send, find, page, all, download, upload, query, findQuery, pageQuery, downloadQuery, read };
}
