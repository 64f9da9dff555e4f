/**
 * A chain in an answer of the API: the number of an EVM chain, or the genesis hash of a Substrate chain.
 * @param id as the database and `Chain` have it, always a text
 */
export const chainRef = (id: string): number | string => (/^\d+$/.test(id) ? Number(id) : id);

/** The id in the database of a chain that a client names; wallets also give its number in hexadecimal. */
export function chainIdOf(ref: number | string): string {
  const text = String(ref).trim().toLowerCase();
  return /^0x[0-9a-f]{1,16}$/.test(text) ? BigInt(text).toString() : text;
}
