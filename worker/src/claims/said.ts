import type { Binding } from '../platform/crypto/sealed.ts';

/** Whom the sealed words of a call belong to. */
export const callBinding = ({ id, wallet }: { id: number; wallet: string }): Binding => ({
  row: `claim_call:${id}`,
  owner: wallet,
});
