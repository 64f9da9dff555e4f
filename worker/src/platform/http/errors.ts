import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { AppError, ERROR_STATUS, type ErrorCode, type FieldIssue, INTERNAL_MESSAGE } from '#domain/errors.ts';
import type { Failure } from '#domain/http/envelope.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { logger } from '#worker/platform/log.ts';
import type { AppEnv } from './env.ts';

const INVALID = 'Please check the fields that are marked.';

/**
 * A validation issue as a sentence. Our own texts stay; the library's speak of types and keys and are
 * replaced.
 */
function sentence(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')} here.`;
  if (!/^(Invalid|Too (big|small)|Unrecognized)/.test(issue.message)) return issue.message;
  return issue.message.endsWith('received undefined')
    ? `Please fill in ${field || 'the body'}.`
    : `Please check ${field || 'the body'}.`;
}

function fieldIssues(error: z.core.$ZodError): FieldIssue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: sentence(issue) }));
}

/** The error to report to the client. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) {
    const issues = fieldIssues(error);
    const only = issues.length === 1 ? issues[0] : undefined;
    return new AppError('invalid', only?.message ?? INVALID, { issues });
  }
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('malformed', 'The request is not well-formed JSON.');
  }
  // An empty body of another type, which is no JSON to check.
  if (error instanceof HTTPException && error.status === 415) {
    return new AppError('unsupported_media_type', 'Please send JSON (Content-Type: application/json).');
  }
  return new AppError('internal', INTERNAL_MESSAGE);
}

export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const { code, message, status, extra } = refusal(error);
  // Without a context the deployment itself is misconfigured.
  const ctx: Ctx | undefined = c.get('ctx');
  const requestId = ctx?.requestId ?? crypto.randomUUID();
  if (status === 500) logger(requestId).error('request_failed', error);
  if (extra.retryAfter !== undefined) c.header('Retry-After', String(extra.retryAfter));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  const body: Failure = { success: false, message, code, request_id: requestId };
  return c.json(extra.issues ? { ...body, issues: extra.issues } : body, status);
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return answerError(new AppError('not_found', 'Nothing was found at this address.'), c);
}

/** Codes by status, for the OpenAPI document. */
export function codesOf(status: number): ErrorCode[] {
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => ERROR_STATUS[code] === status);
}
