import type { Ctx } from '../../platform/context.ts';
import { placeProblem } from '../../platform/edges/address.ts';

/** Time that a place has for its answer, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** A POST to a place outside. */
export interface Call {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer>;
}

/** What came of a call: null when it was taken. The words of the answer are of no interest and never kept. */
export interface Outcome {
  status: number | null;
  error: CallError | null;
}

/** Why a call was not taken. */
export type CallError = 'answered' | 'redirected' | 'timed_out' | 'unreachable' | 'place_refused';
/** Why there is no call to make: its subscription was ended, or this deployment has no keys for push notifications. */
export type NoCall = 'target_gone' | 'push_unavailable';
/** Why a delivery was not made. */
export type DeliveryError = CallError | NoCall | 'not_made';

/** Makes a call, once, to a place that we may call. Follows no redirection and reads nothing of the answer's body. */
export async function makeCall(ctx: Ctx, { url, headers, body }: Call): Promise<Outcome> {
  if (placeProblem(ctx.settings, url) !== null) return { status: null, error: 'place_refused' };
  try {
    const response = await ctx.outside.fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, error: errorOf(response) };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { status: null, error: timedOut ? 'timed_out' : 'unreachable' };
  }
}

function errorOf({ ok, status }: Response): CallError | null {
  if (ok) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'answered';
}
