/**
 * A chain in an API response: the number of an EVM chain, or the genesis hash of a Substrate chain.
 * @param id text, as in the database and `Chain`
 */
export const chainRef = (id: string): number | string => (/^\d+$/.test(id) ? Number(id) : id);

/** The database id of a chain that a client names; wallets also use hexadecimal numbers. */
export function chainIdOf(ref: number | string): string {
  const text = String(ref).trim().toLowerCase();
  return /^0x[0-9a-f]{1,16}$/.test(text) ? BigInt(text).toString() : text;
}
