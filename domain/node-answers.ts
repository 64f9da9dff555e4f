/** What an EVM chain's node answers, as far as it is read here. */
import * as z from 'zod';

export const hex = z.templateLiteral(['0x', z.string()]);
export const quantity = hex.transform((value) => Number(BigInt(value)));

export const logShape = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  transactionHash: hex,
  logIndex: quantity,
  /** Not every node says it. */
  blockTimestamp: quantity.nullish(),
});
export type Log = z.output<typeof logShape>;

export const blockShape = z
  .object({ number: quantity, hash: hex, timestamp: quantity })
  .transform(({ number, hash, timestamp }) => ({ number, hash, time: timestamp }));
