import { loadPart } from '#web/lib/load-part.ts';
import { isOffline } from '#web/lib/network.ts';

/** A request that reports the progress of its body. */
interface Sending {
  method: string;
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal;
}

/** The network and the clock, replaceable in tests. */
export interface Edge {
  fetch: typeof fetch;
  /** Like `fetch`, but reports the share (0 to 1) of the body that has been sent. */
  send(url: string, init: Sending, onProgress: (share: number) => void): Promise<Response>;
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  key(): string;
  /** Whether there is no network at all. */
  offline(): boolean;
  /** Why the server can't be reached although there is a network, if that can be told. */
  whyUnreachable(): Promise<string | null>;
}

/** Statuses for which a Response cannot have a body. */
const BODILESS = new Set([204, 205, 304]);
const READ_HEADERS = ['content-type', 'retry-after'];

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
const send: Edge['send'] = (url, { method, headers, body, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () => {
      signal.removeEventListener('abort', stop);
      reject(new TypeError('The file could not be sent.'));
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => {
      signal.removeEventListener('abort', stop);
      const answered = new Headers();
      for (const name of READ_HEADERS) {
        const value = request.getResponseHeader(name);
        if (value !== null) answered.set(name, value);
      }
      const { status, statusText, responseText } = request;
      const text = BODILESS.has(status) ? null : responseText;
      resolve(new Response(text, { status, statusText, headers: answered }));
    });
    if (signal.aborted) return fail();
    signal.addEventListener('abort', stop);
    request.send(body);
  });

export const browserEdge: Edge = {
  fetch: (input, init) => fetch(input, init),
  send,
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
  key: () => crypto.randomUUID(),
  offline: isOffline,
  whyUnreachable: () =>
    loadPart(() => import('#web/lib/renew.ts')).then(
      (renew) => renew.whyUnreachable(),
      () => null,
    ),
};
