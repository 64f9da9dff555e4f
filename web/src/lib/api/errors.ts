import type { FieldIssue } from '#domain/errors.ts';

import { messageOf } from '#web/lib/message-of.ts';

export { messageOf };

/** Why a call failed: an error status, no answer, no network to ask over, a time-out, or an answer that is not JSON. */
export type ApiFailure = 'http' | 'network' | 'offline' | 'timeout' | 'format';

/** The only error of the API client. Its message is a sentence for customers. */
export class ApiError extends Error {
  constructor(
    readonly kind: ApiFailure,
    message: string,
    readonly detail: {
      status?: number;
      code?: string;
      requestId?: string;
      issues?: FieldIssue[];
      /** Milliseconds that the server asks us to wait. */
      retryAfter?: number;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get status(): number {
    return this.detail.status ?? 0;
  }

  get code(): string | null {
    return this.detail.code ?? null;
  }

  get retryable(): boolean {
    if (this.kind === 'network' || this.kind === 'timeout') return true;
    return this.kind === 'http' && (this.status === 429 || this.status >= 500);
  }

  /** Whether the server has definitely refused the request. */
  get refused(): boolean {
    if (this.kind !== 'http' || this.code === 'in_progress') return false;
    return this.status >= 400 && this.status < 500 && this.status !== 401 && this.status !== 429;
  }
}

export const NOT_RESPONDING = 'Backend server is not responding. Please try again later.';
/** For what the network rejects. An error of our own code is thrown as it is. */
export function notResponding(): never {
  throw new ApiError('network', NOT_RESPONDING);
}

export const NOT_JSON =
  'Server returned HTML instead of JSON. Please check if the backend API is running correctly.';

export const issuesOf = (error: unknown): readonly FieldIssue[] =>
  error instanceof ApiError ? (error.detail.issues ?? []) : [];

/** A change that somebody else's change came before. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.code !== 'in_progress';

/** A transfer that was prepared before may still arrive, and nothing on its network would refuse a second one. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_prepared';

/** The answer, or null if the server answers 404. */
export async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** `in 30 seconds`, `in 2 minutes`, `in 24 hours`: when to try again, from milliseconds. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const units = [
    { size: 3600, name: 'hour' },
    { size: 60, name: 'minute' },
    { size: 1, name: 'second' },
  ];
  const { size, name } = units.find((unit) => seconds >= unit.size) ?? { size: 1, name: 'second' };
  const count = Math.ceil(seconds / size);
  return `in ${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Why it was not sent, and when it can be sent again. */
export function reasonOf(error: Error): string {
  const wait = error instanceof ApiError ? error.detail.retryAfter : undefined;
  return wait === undefined
    ? messageOf(error)
    : `${messageOf(error)} You can send it again ${inWords(wait)}.`;
}
