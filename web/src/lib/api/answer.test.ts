import { describe, expect, it } from 'vitest';
import { readFile, retryAfterMs, unwrap } from './answer.ts';

describe('retryAfterMs', () => {
  it('Retry-After accepts seconds and dates only', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(retryAfterMs('3', now)).toBe(3_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 10:00:09 GMT', now)).toBe(9_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
  });
});

describe('unwrap', () => {
  it('the data is taken out of its envelope, and a document without one stays as it is', () => {
    expect(unwrap({ success: true, data: null })).toBeNull();
    expect(unwrap({ data: [1] })).toEqual([1]);
    expect(unwrap({ openapi: '3.1.0' })).toEqual({ openapi: '3.1.0' });
  });
});

describe('readFile', () => {
  const pdf = (headers: Record<string, string>) =>
    new Response('%PDF', { headers: { 'content-type': 'application/pdf', ...headers } });

  it('a downloaded file comes with its name', async () => {
    const { blob, filename } = await readFile(
      pdf({ 'content-disposition': 'attachment; filename="Mooring-POL-007.pdf"' }),
      0,
    );
    expect(filename).toBe('Mooring-POL-007.pdf');
    expect(await blob.text()).toBe('%PDF');
  });

  it('a file name never contains a path', async () => {
    for (const name of ['../../etc/passwd', 'a\\b']) {
      const { filename } = await readFile(
        pdf({ 'content-disposition': `attachment; filename="${name}"` }),
        0,
      );
      expect(filename).toBe('download');
    }
  });

  it('a refused download throws the server’s message, and a web page is not a file', async () => {
    const refusal = Response.json({ message: 'Not active yet.', code: 'conflict' }, { status: 409 });
    await expect(readFile(refusal, 0)).rejects.toMatchObject({ message: 'Not active yet.', status: 409 });
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    await expect(readFile(page, 0)).rejects.toMatchObject({ kind: 'format' });
    await expect(readFile(Response.json({ success: true, data: null }), 0)).rejects.toMatchObject({
      kind: 'format',
    });
  });
});
