import { CHAIN_ROLES, type ChainRole } from '#domain/registry/chain-roles.ts';

export { CHAIN_ROLES, type ChainRole };

/** The role with a number, or the number itself if this site does not know it. */
export const roleName = (number: number): string => CHAIN_ROLES[number] ?? `number ${number}`;

/** The roles of a bit set, as `powerOf` answers. */
export const rolesIn = (bits: number): ChainRole[] =>
  CHAIN_ROLES.filter((_, index) => ((bits >> index) & 1) === 1);
