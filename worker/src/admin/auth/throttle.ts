import { HOUR_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { countFailed, logFailedHours } from '#worker/admin/auth/sign-in-log/repository.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { purposeHash } from '#worker/platform/crypto/jwt.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { countAttempt, type FailureRow, findAccountFailures, findFailures } from './repository.ts';

/** A sign-in attempt, as keyed hashes: without the session secret nobody tells from them who tried from where. */
export interface Attempt {
  /** The account, from any client. */
  account: string;
  /** The client, for any account. */
  client: string;
  /** This client at this account. */
  pair: string;
}

/** @param secret the session secret */
export async function attemptOf(secret: Uint8Array, email: string, client: string): Promise<Attempt> {
  const hashed = await purposeHash(secret, 'sign-in attempts');
  const [account, from, pair] = await Promise.all([
    hashed(`account:${email}`),
    hashed(`client:${client}`),
    hashed(`account+client:${email} ${client}`),
  ]);
  return { account, client: from, pair };
}

/** Failures in a row without a delay. */
const FREE = 5;
const FIRST_DELAY_S = 15;
const LONGEST_DELAY_S = 15 * 60;
/** Failures count together if they are less than this far apart, in milliseconds. */
const FORGOTTEN_MS = 3_600_000;
/** Failures at one account within an hour after which only clients that signed in to it before may try. */
const MOST_AT_ACCOUNT = 100;
/** Attempts to win a race for the same counter. */
const TRIES = 4;

/** Seconds to wait after this many failures: 15, 30, 60 … 900. */
export const delayAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(FIRST_DELAY_S * 2 ** (failures - FREE), LONGEST_DELAY_S);

/** Failures before this time no longer count. */
export const forgottenBefore = (ctx: Ctx): string => isoIn(ctx, -FORGOTTEN_MS);

/**
 * Counts an attempt whether or not it will succeed. 429 with the seconds to wait if it comes too early. A
 * client waits for its own failures at this account. A client that never signed in to the account also
 * waits for its failures elsewhere and for the account's total, so nobody can lock out an administrator
 * who signs in from a known client.
 */
export async function admitAttempt(ctx: Ctx, attempt: Attempt, known: boolean): Promise<void> {
  const waitsFor = known ? [attempt.pair] : [attempt.pair, attempt.client];
  const [hourAgo, now] = [forgottenBefore(ctx), nowIso(ctx)];
  const account = { key: attempt.account, most: known ? null : MOST_AT_ACCOUNT, hourAgo, now };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [seen, there] = await Promise.all([
      findFailures(ctx.db, [attempt.pair, attempt.client]),
      known ? null : findAccountFailures(ctx.db, attempt.account, hourAgo),
    ]);
    refuseEarly(
      ctx,
      seen.filter(({ key }) => waitsFor.includes(key)),
    );
    if (there && there.failures >= MOST_AT_ACCOUNT) {
      throw tooMany(Math.ceil((Date.parse(there.at) + FORGOTTEN_MS - ctx.clock()) / 1000));
    }
    try {
      const counted = [attempt.pair, attempt.client].map((key) => counting(ctx, key, seen));
      await countAttempt(ctx.db, seen, counted, account);
      return;
    } catch (error) {
      if (!isConstraintFailure(error)) throw error;
    }
  }
  throw tooMany(1);
}

function counting(ctx: Ctx, key: string, seen: readonly FailureRow[]): FailureRow {
  const row = seen.find((each) => each.key === key);
  const before = row && row.at >= forgottenBefore(ctx) ? row.failures : 0;
  return { key, failures: before + 1, at: nowIso(ctx) };
}

function refuseEarly(ctx: Ctx, seen: readonly FailureRow[]): void {
  const waits = seen.map(({ failures, at }) => Date.parse(at) + delayAfter(failures) * 1000 - ctx.clock());
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  const when = seconds < 60 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many failed logins. Please wait ${when} and try again.`;
  return new AppError('rate_limited', message, { retryAfter: seconds });
}

const hourOf = (ctx: Ctx): string => new Date(Math.floor(ctx.clock() / HOUR_MS) * HOUR_MS).toISOString();

/**
 * Counts a failed sign-in for the audit log. Sealed lines can't be changed and a flood must not fill the log, so an hour's
 * failures are counted apart and become one line per account. All unknown addresses share one, and none of them is kept:
 * people type passwords into the wrong field.
 */
export async function noteFailed(
  ctx: Ctx,
  { client }: Attempt,
  { admin, wrongCode }: { admin: { id: number } | null; wrongCode: boolean },
): Promise<void> {
  await ctx.db.batch([
    countFailed(ctx.db, { admin_id: admin?.id ?? 0, hour: hourOf(ctx), client, wrongCode }),
  ]);
}

/** Writes the audit log lines of the hours that are over. */
export function logFailedSignIns(ctx: Ctx): Promise<void> {
  return logFailedHours(ctx.db, hourOf(ctx), { at: nowIso(ctx), requestId: ctx.requestId });
}
