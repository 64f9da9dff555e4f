import { sha256Hex } from '#worker/platform/crypto/sha256.ts';

const CODES = 10;
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Without letters and digits that are easily mistaken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const normal = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

/** Hash under which a code is stored: of the administrator's id and the code, however it was typed. */
export const recoveryHash = (adminId: number, code: string): Promise<string> =>
  sha256Hex(`${adminId}:${normal(code)}`);

function sign(): string {
  // Bytes beyond the last multiple would make the first signs more likely.
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 255;
    if (byte < 256 - (256 % SIGNS.length)) return SIGNS[byte % SIGNS.length] ?? '';
  }
}

const newCode = () =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, sign).join('')).join('-');

/** Ten new codes such as `k3m9-x2qd-7hfa` of 59 bits each, and their hashes. */
export async function newRecoveryCodes(adminId: number) {
  const codes = Array.from({ length: CODES }, newCode);
  return { codes, hashes: await Promise.all(codes.map((code) => recoveryHash(adminId, code))) };
}
