import { DAY_SECONDS } from '#domain/days.ts';

/** Days after the start of cover in which we can reject a policy alone. Later its holder has to consent. */
export const REJECTION_DAYS = 30;

/**
 * Whether the contract still takes a rejection.
 * @param coverFrom ISO time at which cover began
 * @param now milliseconds
 */
export const isRejectable = (coverFrom: string, now: number): boolean =>
  now < Date.parse(coverFrom) + REJECTION_DAYS * DAY_SECONDS * 1000;
