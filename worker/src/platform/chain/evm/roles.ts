import type { Role } from '#worker/platform/chain/chain.ts';

/** Numbers of the contract's `Role`. */
export const ROLES: Readonly<Record<Role, number>> = {
  administrator: 0,
  guardian: 1,
  claims: 2,
  underwriter: 3,
  treasurer: 4,
  pauser: 5,
  signer: 6,
};
