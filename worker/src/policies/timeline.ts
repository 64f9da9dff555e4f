import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import type { TimelineEntry } from '#domain/policy/service-schema.ts';
import type { PolicyRow, Service } from './repository.ts';

type Line = Service['history'][number];

/** The first history line stands for the purchase, and for the activation if nothing delayed it. */
function opening(line: Line, paidAt: string): TimelineEntry[] {
  const purchased: TimelineEntry = { at: paidAt, kind: 'purchased', tx_hash: line.tx_hash };
  if (line.to_status !== 'active') return [purchased];
  return [purchased, { at: line.at, kind: 'activated', tx_hash: line.tx_hash }];
}

/**
 * Everything that happened to a policy until `now` (milliseconds), oldest first: its history and past
 * dates.
 */
export function timelineOf(row: PolicyRow, history: readonly Line[], now: number): TimelineEntry[] {
  const { policy, paidAt } = row;
  const entries = history.flatMap((line): TimelineEntry[] =>
    line.kind === 'opened'
      ? opening(line, paidAt)
      : [{ at: line.at, kind: line.kind, tx_hash: line.tx_hash }],
  );
  const ended = TRANSITIONS[policy.status].length === 0;
  const begun =
    policy.cover_from !== null && policy.cover_from < policy.cover_until ? policy.cover_from : null;
  const passed: [TimelineEntry['kind'], string | null][] = [
    ['cover_began', begun],
    ['expired', ended || policy.status === 'pending' ? null : policy.cover_until],
  ];
  for (const [kind, at] of passed) {
    if (at !== null && Date.parse(at) <= now) entries.push({ at, kind, tx_hash: null });
  }
  // Entries with equal times keep the order they were recorded in.
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
