/** The secret part of a link to a shared proof. */
import * as z from 'zod';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import { toBase64Url } from '#worker/platform/crypto/base64.ts';
import { type KeyRing, open } from '#worker/platform/crypto/sealed.ts';
import { sha256Hex } from '#worker/platform/crypto/sha256.ts';
import type { ShareRow } from './repository.ts';

/** 128 bits can't be guessed, and make a link of 22 letters. */
const TOKEN_BYTES = 16;

export const newToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));

/** What a link is found by: only the hash of its token is stored in the clear. */
export const shareId = async (token: string): Promise<string> => `0x${await sha256Hex(token)}`;

export const shareBinding = (id: string, owner: string) => ({ row: `share:${id}`, owner });

export async function presentShare(ring: KeyRing, row: ShareRow): Promise<ShareAnswer> {
  const { id, wallet, sealed, fields, created_at, expires_at } = row;
  return {
    id,
    token: z.string().parse(await open(ring, sealed, shareBinding(id, wallet))),
    fields: z.array(z.string()).parse(JSON.parse(fields)),
    created_at,
    expires_at,
  };
}
