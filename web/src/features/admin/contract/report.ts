import type { SentCall } from '#web/wallet/sender.ts';

/** A transaction as it is reported; its block where the chain needs it. */
export type Mined = Pick<SentCall, 'hash' | 'block'>;

export const reportOf = ({ hash, block }: Mined) => ({
  transaction_hash: hash,
  ...(block === null ? {} : { block_number: block }),
});
