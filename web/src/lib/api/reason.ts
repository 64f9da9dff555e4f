import { ApiError, messageOf } from './errors.ts';

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
