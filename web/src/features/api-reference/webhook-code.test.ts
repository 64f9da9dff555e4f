// @vitest-environment node
import { createHmac, randomBytes } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { VERIFY_CODE } from './webhook-code.ts';

type Verify = (headers: Headers, body: string, secret: string) => boolean;

/** The code on the page, without its types. */
async function published(): Promise<Verify> {
  const code = stripTypeScriptTypes(VERIFY_CODE);
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(/* @vite-ignore */ address)) as { isGenuine: Verify }).isGenuine;
}

const key = randomBytes(24);
const secret = `whsec_${key.toString('base64')}`;
const body = '{"type":"policy.created"}';
const now = () => Math.floor(Date.now() / 1000);

/** Headers of the specification: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
function signed(text: string, timestamp: number, id = 'evt_1'): Headers {
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  return new Headers({
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  });
}

describe('published webhook check', () => {
  it('the published webhook check accepts a call signed with the secret, even among other signatures @pages-9', async () => {
    const isGenuine = await published();
    expect(isGenuine(signed(body, now()), body, secret)).toBe(true);
    const several = signed(body, now());
    several.set('webhook-signature', `v1a,zzz v1,AAAA ${several.get('webhook-signature')}`);
    expect(isGenuine(several, body, secret)).toBe(true);
  });

  it('the published webhook check rejects a wrong body, id, secret, version or time, and missing headers', async () => {
    const isGenuine = await published();
    expect(isGenuine(signed(body, now()), `${body} `, secret)).toBe(false);
    expect(isGenuine(signed(body, now()), body, `whsec_${randomBytes(24).toString('base64')}`)).toBe(false);
    for (const [name, value] of [
      ['webhook-id', 'evt_2'],
      ['webhook-signature', 'v2,AAAA'],
      ['webhook-signature', ''],
      ['webhook-timestamp', 'soon'],
    ] as const) {
      const headers = signed(body, now());
      headers.set(name, value);
      expect(isGenuine(headers, body, secret), name).toBe(false);
    }
    expect(isGenuine(signed(body, now() - 301), body, secret)).toBe(false);
    expect(isGenuine(signed(body, now() + 301), body, secret)).toBe(false);
    expect(isGenuine(new Headers(), body, secret)).toBe(false);
  });
});
