import type { Permission } from '#domain/permissions.ts';
import { offered, type RecordAction, type Who } from '#web/features/admin/kit/actions.ts';

/** An administrator with these permissions. */
export const someone = (...permissions: Permission[]): Who => ({
  id: 1,
  may: (permission) => permissions.includes(permission),
  payout_limit_usd: null,
});

/** The keys of what they may do now, without the assignment, which is offered beside any of them. */
export const keysOf = <R>(actions: readonly RecordAction<R>[], record: R, who: Who, now: number): string[] =>
  offered(actions, record, who, now)
    .map(({ key }) => key)
    .filter((key) => key !== 'assign');
