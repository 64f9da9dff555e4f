import type { Outcome } from '#worker/delivery/outbox/channel.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { outboundUrlProblem } from '#worker/platform/edges/address.ts';

/** How long an endpoint has to answer, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** A POST to an external endpoint. */
export interface Call {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer>;
}

/** Why a call failed. */
type CallError = 'answered' | 'redirected' | 'timed_out' | 'unreachable' | 'place_refused';
/** Why there is no call to make: the subscription ended, or this deployment has no push keys. */
export type NoCall = 'target_gone' | 'push_unavailable';
/** Failures that a retry can't fix. */
const FINAL: ReadonlySet<CallError | NoCall> = new Set(['place_refused', 'target_gone', 'push_unavailable']);

/** Composes one call and makes it. */
export async function attemptCall(ctx: Ctx, compose: () => Promise<Call | NoCall>): Promise<Outcome> {
  let call: Call | NoCall;
  try {
    call = await compose();
  } catch (cause) {
    return { error: 'not_made', cause };
  }
  if (typeof call === 'string') return { error: call, final: FINAL.has(call) };
  const { status, error } = await makeCall(ctx, call);
  return { status, error, final: error !== null && FINAL.has(error) };
}

/** Makes a call to an allowed URL. Doesn't follow redirects or read the response body. */
async function makeCall(
  ctx: Ctx,
  { url, headers, body }: Call,
): Promise<{ status: number | null; error: CallError | null }> {
  if (outboundUrlProblem(ctx.settings, url) !== null) return { status: null, error: 'place_refused' };
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
