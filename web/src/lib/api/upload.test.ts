import { describe, expect, it, vi } from 'vitest';
import { callOf } from '#web/test/by-path.ts';
import { fakeUploads } from '#web/test/fake-upload.ts';
import { browserEdge, createApiClient, TIMEOUT_MS } from './client.ts';
import { ApiError, NOT_RESPONDING } from './errors.ts';

const photo = new File(['bytes'], 'roof.jpg', { type: 'image/jpeg' });

/** The real sending, on a clock whose pauses pass at once and whose time-outs the test ends. */
function lab() {
  const timeouts: { end: () => void; stopped: boolean }[] = [];
  const pauses: number[] = [];
  const ended: string[] = [];
  const client = createApiClient({
    servers: ['/api'],
    token: () => 'token-1',
    onUnauthorized: (token) => ended.push(token),
    edge: {
      ...browserEdge,
      wait: (ms, signal) => {
        if (ms !== TIMEOUT_MS) {
          pauses.push(ms);
          return Promise.resolve();
        }
        return new Promise((resolve, reject) => {
          const timeout = { end: resolve, stopped: false };
          timeouts.push(timeout);
          signal?.addEventListener('abort', () => {
            timeout.stopped = true;
            reject(signal.reason);
          });
        });
      },
    },
  });
  return { client, timeouts, pauses, ended };
}

describe('uploads', () => {
  it('an upload sends the file in a form with the token and returns the data', async () => {
    const uploads = fakeUploads(() => ({ data: { added: 1 } }));
    expect(await lab().client.upload(callOf('POST', '/claims/3/documents'), {}, photo)).toEqual({ added: 1 });
    expect(uploads).toHaveLength(1);
    expect(uploads[0]).toMatchObject({
      method: 'POST',
      path: '/claims/3/documents',
      headers: { authorization: 'Bearer token-1', accept: 'application/json' },
    });
    expect(uploads[0]?.file.name).toBe('roof.jpg');
    expect(Object.keys(uploads[0]?.headers ?? {}).sort()).toEqual(['accept', 'authorization']);
  });

  it('an upload can replace an existing file', async () => {
    const uploads = fakeUploads(() => ({ data: null }));
    await lab().client.upload(callOf('PUT', '/profile/avatar'), {}, photo);
    expect(uploads[0]?.method).toBe('PUT');
  });

  it('an upload reports its progress, starting over with every attempt @claims-13', async () => {
    const uploads = fakeUploads();
    const shares: number[] = [];
    const work = lab().client.upload(callOf('POST', '/x'), {}, photo, {
      onProgress: (share) => shares.push(share),
    });
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.progress(0.5);
    uploads[0]?.fail();
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.progress(0.25);
    uploads[1]?.progress(1);
    uploads[1]?.answer({ data: 'stored' });
    expect(await work).toBe('stored');
    expect(shares).toEqual([0, 0.5, 0, 0.25, 1]);
  });

  it('an upload is tried three times when the network is down and then reports it', async () => {
    const uploads = fakeUploads(() => 'down');
    const { client, pauses } = lab();
    const error = await client.upload(callOf('POST', '/x'), {}, photo).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: 'network', message: NOT_RESPONDING });
    expect(uploads).toHaveLength(3);
    expect(pauses).toEqual([1_000, 2_000]);
  });

  it.each([429, 500, 503])('an upload is retried after status %i', async (status) => {
    const replies = [{ status, message: 'Not now.' }, { data: 'ok' }];
    const uploads = fakeUploads(() => replies[uploads.length - 1]);
    expect(await lab().client.upload(callOf('POST', '/x'), {}, photo)).toBe('ok');
    expect(uploads).toHaveLength(2);
  });

  it.each([
    400, 401, 404, 409, 413, 415, 422,
  ])('an upload is not retried after status %i and shows the server’s message', async (status) => {
    const uploads = fakeUploads(() => ({ status, message: 'This file is none that we take.' }));
    const { client, ended } = lab();
    await expect(client.upload(callOf('POST', '/x'), {}, photo)).rejects.toMatchObject({
      status,
      message: 'This file is none that we take.',
    });
    expect(uploads).toHaveLength(1);
    expect(ended).toEqual(status === 401 ? ['token-1'] : []);
  });

  it('an upload is abandoned only when nothing has moved for thirty seconds @claims-13', async () => {
    const uploads = fakeUploads();
    const { client, timeouts } = lab();
    const work = client.upload(callOf('POST', '/x'), {}, photo);
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.progress(0.1);
    await vi.waitFor(() => expect(timeouts.map(({ stopped }) => stopped)).toEqual([true, false]));
    timeouts[1]?.end();
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[0]?.aborted).toBe(true);
    uploads[1]?.answer({ data: 'late' });
    expect(await work).toBe('late');
  });

  it('an upload stops immediately when the caller aborts it', async () => {
    const uploads = fakeUploads();
    const leaving = new AbortController();
    const work = lab().client.upload(callOf('POST', '/x'), {}, photo, { signal: leaving.signal });
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    leaving.abort(new Error('left the page'));
    await expect(work).rejects.toThrow('left the page');
    expect(uploads).toHaveLength(1);
    expect(uploads[0]?.aborted).toBe(true);
  });
});
