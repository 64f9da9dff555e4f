import type { AttemptState } from '#web/wallet/payments.ts';

/** Milliseconds between two questions. */
const LOOK_MS = 3_000;

type Bought = { txHash: `0x${string}` } | 'recorded';

/**
 * Resolves once the quote is bought although the wallet has not answered: with its transaction, or `recorded` if only the
 * server knows of it. Failed questions are asked again. Never resolves after `signal` aborts.
 */
export async function untilBought(
  attemptState: () => Promise<AttemptState>,
  isRecorded: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<Bought> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (signal.aborted) return new Promise(() => undefined);
    const found = await attemptState().catch(() => null);
    if (found?.state === 'bought' && found.txHash !== null) return { txHash: found.txHash };
    if (await isRecorded().catch(() => false)) return 'recorded';
  }
}
