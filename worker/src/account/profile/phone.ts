import * as z from 'zod';
import { phoneBinding } from '#worker/platform/crypto/bindings.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';

/** Encrypts a phone number for its column; null for none. */
export async function sealPhone(ring: KeyRing, phone: string, wallet: string): Promise<string | null> {
  return phone === '' ? null : seal(ring, phone, phoneBinding(wallet));
}

/** A profile's phone number; an empty text for none. */
export async function openPhone(ring: KeyRing, sealed: string | null, wallet: string): Promise<string> {
  return sealed === null ? '' : z.string().parse(await open(ring, sealed, phoneBinding(wallet)));
}
