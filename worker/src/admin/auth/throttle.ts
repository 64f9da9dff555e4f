import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, nowIso } from '../../context.ts';
import { isConstraintFailure } from '../../db/guard.ts';
import { countAttempt, type FailureRow, findFailures } from './repository.ts';

/** Failures in a row that cost nothing. */
const FREE = 5;
const FIRST_DELAY_S = 15;
/** Longest wait: whoever knows an address can slow its owner down, and not lock them out. */
const LONGEST_DELAY_S = 15 * 60;
/** Failures count together while less than this lies between them, in milliseconds. */
const FORGOTTEN_MS = 3_600_000;
/** Times that a race for the same counter is run again. */
const TRIES = 4;

/** Seconds from the latest of so many failures until another attempt is heard: 15, 30, 60 … 900. */
export const delayAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(FIRST_DELAY_S * 2 ** (failures - FREE), LONGEST_DELAY_S);

/** Time before which the last failure no longer counts. */
export const forgottenBefore = (ctx: Ctx): string => new Date(ctx.clock() - FORGOTTEN_MS).toISOString();

/**
 * Counts an attempt against the account and the client's address, whether it will succeed or not; 429 with the seconds
 * to wait while either of them has to. The keys' rows that are to be forgiven on success are `keys`.
 */
export async function admitAttempt(ctx: Ctx, keys: readonly string[]): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = await findFailures(ctx.db, keys);
    refuseEarly(ctx, seen);
    try {
      const counted = keys.map((key) => counting(ctx, key, seen));
      await countAttempt(ctx.db, seen, counted);
      return;
    } catch (error) {
      if (!isConstraintFailure(error)) throw error;
    }
  }
  throw tooMany(1);
}

function counting(ctx: Ctx, key: string, seen: readonly FailureRow[]): FailureRow {
  const row = seen.find((each) => each.key === key);
  const before = row && row.lastAt >= forgottenBefore(ctx) ? row.failures : 0;
  return { key, failures: before + 1, lastAt: nowIso(ctx) };
}

function refuseEarly(ctx: Ctx, seen: readonly FailureRow[]): void {
  const waits = seen.map(
    ({ failures, lastAt }) => Date.parse(lastAt) + delayAfter(failures) * 1000 - ctx.clock(),
  );
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  const when = seconds < 60 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many failed logins. Please wait ${when} and try again.`;
  return new AppError('rate_limited', message, { retryAfter: seconds });
}

/** What failures are counted under: nothing readable about whom it concerns. */
export async function failureKey(kind: 'account' | 'client', name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${kind}:${name}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
