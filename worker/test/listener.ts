/** A real endpoint on this machine that answers as its path says and remembers requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the listener. */
    listener: string;
  }
}

export interface Heard {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** Sends endlessly while the client reads; resolves with the bytes sent. */
function flood(response: ServerResponse): Promise<number> {
  let sent = 0;
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = () => {
    do sent += CHUNK.length;
    while (response.write(CHUNK));
  };
  response.on('drain', more);
  more();
  return new Promise((resolve) => response.on('close', () => resolve(sent)));
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/**
 * `/status/<code>/…` answers with that status, `/redirect/…` redirects to `/status/200/…`, `/silent/…`
 * never answers, and `/flood/…` sends an endless body. `/heard?<text>` lists requests to paths containing
 * the text, and `/flooded` the bytes that each flood sent, once all have ended.
 */
export default async function setup(project: TestProject) {
  const heard: Heard[] = [];
  const floods: Promise<number>[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://listener');
    const [, what, which] = pathname.split('/');
    if (what === 'heard') {
      response.end(JSON.stringify(heard.filter(({ path }) => path.includes(search.slice(1)))));
      return;
    }
    if (what === 'flooded') {
      response.end(JSON.stringify(await Promise.all(floods)));
      return;
    }
    const headers = request.headers as Record<string, string>;
    heard.push({ method: request.method ?? '', path: pathname, headers, body: await read(request) });
    if (what === 'status') response.writeHead(Number(which)).end('A secret of the place');
    if (what === 'redirect') response.writeHead(307, { location: `/status/200${pathname}` }).end();
    if (what === 'flood') floods.push(flood(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port');
  project.provide('listener', `http://127.0.0.1:${address.port}`);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
