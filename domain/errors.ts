/** Every error code of the API with its HTTP status. The worker throws them, the web reads `code`. */
export const ERROR_STATUS = {
  malformed: 400,
  unauthorized: 401,
  totp_required: 401,
  inactive_account: 403,
  forbidden: 403,
  /** Whoever approved a payout doesn't also prepare it. */
  second_person_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_mismatch: 409,
  /** The first request with this key is still running; the client tries again with the same key. */
  in_progress: 409,
  transaction_used: 409,
  /** The wallet insures this home or car on some of these days; the quote is made if it is asked for once more. */
  already_insured: 409,
  /** A payout or refund was prepared that may still arrive, and nothing would refuse a second one. */
  already_prepared: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  /** By our underwriting rules. */
  declined: 422,
  no_capacity: 422,
  payment_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  chain_unreachable: 503,
  /** We can't send this payment now, and asking again at once won't help; the customer's wallet can. */
  relay_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A field that failed validation: `path` is dotted (`details.year_built`), `message` is a sentence for people. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** A refusal with a sentence for people. Anything else that is thrown answers 500 without its message. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: { issues?: FieldIssue[]; retryAfter?: number };
  readonly status: (typeof ERROR_STATUS)[ErrorCode];

  constructor(code: ErrorCode, message: string, extra: AppError['extra'] = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.extra = extra;
    this.status = ERROR_STATUS[code];
  }
}

/** A refusal of what another state allows: 409. */
export const conflict = (message: string): AppError => new AppError('conflict', message);

/** A refusal because there is no such record, or none that the caller may see: 404. */
export const notFound = (message: string): AppError => new AppError('not_found', message);

/** What was found. 404 with this sentence if it is nothing. */
export function orNotFound<Found>(found: Found | null | undefined, message: string): Found {
  if (found === null || found === undefined) throw notFound(message);
  return found;
}

/** A refusal because of one field. */
export const fieldError = (path: string, message: string, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, message, { issues: [{ path, message }] });

/** All that a client learns about an internal error. The request id leads to the rest in the log. */
export const INTERNAL_MESSAGE = 'Something went wrong on our side. Nothing was lost; please try again.';
