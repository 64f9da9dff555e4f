import { databaseReason } from '#worker/platform/db/guard.ts';
import { Misconfigured } from './settings.ts';

/** No field may take the place of the line's own. */
type Fields = Readonly<Record<string, string | number | boolean | null>> & {
  readonly level?: never;
  readonly event?: never;
  readonly request_id?: never;
};

/**
 * Structured log lines. Fields are ids, counts and our own words, never personal data or a request's body.
 */
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, error: unknown, fields?: Fields): void;
}

/**
 * The loggable part of an error: its name and location. Messages can contain parameters, so only the
 * database's own are logged.
 */
function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    error: error instanceof Misconfigured ? `${error.name}: ${error.message}` : error.name,
    database: databaseReason(error) || null,
    at: frames.slice(0, 5).join(' | ').trim(),
  };
}

export function logger(requestId: string): Log {
  const write = (level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}) => {
    // biome-ignore lint/suspicious/noConsole: the platform collects the worker's log from here, and only here.
    console[level](JSON.stringify({ level, event, request_id: requestId, ...fields }));
  };
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, error, fields) => write('error', event, { ...describe(error), ...fields }),
  };
}
