/** What the extrinsics of a block did, from the block's events: only these prove anything. */
import * as z from 'zod';
import type { Remarked, Transfer } from '#domain/payouts/transfers.ts';
import type { Runtime } from './runtime.ts';

/** What one extrinsic did. */
export interface Applied {
  /** Its position in the block. */
  index: number;
  succeeded: boolean;
  transfers: Transfer[];
  remarks: Remarked[];
  /** Base units, tip included; null if none was charged. */
  fee: bigint | null;
}

const recordsShape = z.array(
  z.object({
    phase: z.object({ type: z.string(), value: z.unknown() }),
    event: z.object({ type: z.string(), value: z.object({ type: z.string(), value: z.unknown() }) }),
  }),
);
/** 32 bytes; the decoders would take fewer. */
const bytes32 = z.string().regex(/^0x[0-9a-f]{64}$/);
const transferShape = z.object({ from: bytes32, to: bytes32, amount: z.bigint() });
const remarkedShape = z.object({ sender: bytes32, hash: bytes32 });
const feeShape = z.object({ actual_fee: z.bigint() });
const movedShape = z.object({ who: z.string(), amount: z.bigint() });

type EventRecords = z.output<typeof recordsShape>;

/** @param bytes the storage of System.Events; throws if they are no events */
export const recordsIn = (runtime: Runtime, bytes: string): EventRecords =>
  recordsShape.parse(runtime.events(bytes));

/** The extrinsics of a block that left events, by position. */
export function appliedIn(records: EventRecords): ReadonlyMap<number, Applied> {
  const applied = new Map<number, Applied>();
  const withdrawn = new Map<number, { who: string; amount: bigint }>();
  for (const [at, { phase, event }] of records.entries()) {
    if (phase.type !== 'ApplyExtrinsic') continue;
    const index = z.number().parse(phase.value);
    const one = applied.get(index) ?? { index, succeeded: false, transfers: [], remarks: [], fee: null };
    applied.set(index, one);
    const { type, value } = event.value;
    switch (`${event.type}.${type}`) {
      case 'System.ExtrinsicSuccess':
        one.succeeded = true;
        break;
      case 'System.Remarked':
        one.remarks.push({ at, ...remarkedShape.parse(value) });
        break;
      case 'Balances.Transfer':
        one.transfers.push({ at, ...transferShape.parse(value) });
        break;
      case 'TransactionPayment.TransactionFeePaid':
        one.fee = feeShape.parse(value).actual_fee;
        break;
      // Runtimes that don't report the fee withdraw it first, and give back what was too much.
      case 'Balances.Withdraw':
        if (!withdrawn.has(index)) withdrawn.set(index, movedShape.parse(value));
        break;
      case 'Balances.Deposit': {
        const { who, amount } = movedShape.parse(value);
        const fee = withdrawn.get(index);
        if (fee?.who === who) fee.amount -= amount;
        break;
      }
    }
  }
  for (const [index, { amount }] of withdrawn) {
    const one = applied.get(index);
    if (one) one.fee ??= amount;
  }
  return applied;
}
