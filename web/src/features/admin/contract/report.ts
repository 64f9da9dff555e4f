import type { SentCall } from '#web/wallet/sender.ts';

/** A transaction as it is reported; its block where the chain needs it. */
export type Mined = Pick<SentCall, 'hash' | 'block'>;

/** What the worker says about a reported transaction; `done` once its event counts. */
export interface Reported {
  done: boolean;
  message: string;
}

export const reportedAs = (
  what: string,
  done: boolean,
  told = `The ${what} is verified and recorded.`,
): Reported => ({
  done,
  message: done ? told : `The ${what} is on its way and counts once the network has confirmed it.`,
});

export const reportOf = ({ hash, block }: Mined) => ({
  transaction_hash: hash,
  ...(block === null ? {} : { block_number: block }),
});
