import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * scrypt (RFC 7914) with N 2^14, r 8, p 5. Of the equally strong settings in OWASP's password storage
 * guide it needs the least memory, 16 MiB; a worker has 128 MB for all its requests. It takes about 0.2 s
 * of CPU time, within the limit of a paid plan (30 s) but not of the free one (10 ms).
 */
export const PASSWORD_COST: Cost = { N: 2 ** 14, r: 8, p: 5 };
let cost = PASSWORD_COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** The least that scrypt takes. For tests alone, whose passwords protect nothing. */
export const CHEAPEST: Cost = { N: 2, r: 1, p: 1 };

/** For tests alone. */
export function setPasswordCost(other: Cost): void {
  cost = other;
}

let derived = 0;
/** How many passwords were derived until now. For tests alone, because a time proves nothing on a busy machine. */
export const derivations = (): number => derived;

const derive = (password: string, salt: Uint8Array, by: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    derived += 1;
    // NFKC, so that the same letters from another keyboard match.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...by, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const written = ({ N, r, p }: Cost, salt: Buffer, hash: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');

/** `scrypt$N$r$p$salt$hash`, base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(cost, salt, await derive(password, salt, cost));
}

/** Matches no password. Compared when there is no administrator, so that the answer takes as long. */
const nobody = () => written(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Whether the password matches the hash. Without a hash it does the same work and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? nobody()).split('$');
  if (scheme !== 'scrypt') throw new Error('A password hash of an unknown kind');
  const used = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), used);
  const expected = Buffer.from(hash, 'base64');
  return derived.length === expected.length && timingSafeEqual(derived, expected) && stored !== null;
}
