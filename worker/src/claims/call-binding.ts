import type { Binding } from '#worker/platform/crypto/sealed.ts';

/** Binds a call's encrypted details to its row. */
export const callBinding = ({ id, wallet }: { id: number; wallet: string }): Binding => ({
  row: `claim_call:${id}`,
  owner: wallet,
});
