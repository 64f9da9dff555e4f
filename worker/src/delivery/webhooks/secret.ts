import { fromBase64, toBase64 } from '#worker/platform/crypto/base64.ts';
import type { Binding } from '#worker/platform/crypto/sealed.ts';

const SECRET_BYTES = 24;
const PREFIX = 'whsec_';

export const newSecret = () => `${PREFIX}${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;

/** Binds a webhook's encrypted secret to its row. */
export const secretBinding = ({ id, wallet }: { id: string; wallet: string }): Binding => ({
  row: `webhook:${id}`,
  owner: wallet,
});

/**
 * `webhook-signature` of the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of id, time
 * and body.
 * @param timestamp Unix seconds of this attempt
 */
export async function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Promise<string> {
  const bytes = fromBase64(secret.slice(PREFIX.length));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
}
