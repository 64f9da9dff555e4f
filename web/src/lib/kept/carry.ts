import { keep, keptHere } from './kept.ts';
import { seal, unseal } from './sealed.ts';

/** By pieces, because a call takes only so many arguments. */
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
/** Hexadecimal, which no link changes on its way. */
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const keyOf = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** What a visitor has typed in this page, encrypted, and its key apart from it; null if there is nothing. */
export async function pack(): Promise<{ sealed: string; key: string } | null> {
  const texts = keptHere();
  if (texts.length === 0) return null;
  const raw = crypto.getRandomValues(new Uint8Array(16));
  return { sealed: base64(await seal(await keyOf(raw), texts)), key: hex(raw) };
}

/** Takes over what another page has packed. Throws for another key. */
export async function unpack(sealed: string, key: string): Promise<void> {
  const { value } = await unseal(await keyOf(fromHex(key)), bytesOf(sealed));
  for (const [name, text] of value as ReturnType<typeof keptHere>) void keep(name, text);
}
