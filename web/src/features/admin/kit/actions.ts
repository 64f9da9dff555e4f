/** What can be done with a kind of record, in one table. */
import type { ReactNode } from 'react';
import type { Permission } from '#domain/permissions.ts';
import type { Admin } from '#web/features/admin/use-admin.ts';
import type { Change, Told } from './use-change.ts';

export type TextOf<R> = string | ((record: R) => string);
export const of = <R>(text: TextOf<R>, record: R) => (typeof text === 'string' ? text : text(record));

/** What of an administrator decides over what they may do. */
export type Who = Pick<Admin, 'id' | 'may' | 'payout_limit_usd'>;

export interface Offer<R> {
  key: string;
  label: TextOf<R>;
  /** For screen readers, where several records stand in one place. */
  name?: (record: R) => string;
  /** The key that does the same. What is alike has the same. */
  shortcut?: string | undefined;
  /** `danger` refuses, sends back or ends something; the others are never the next thing to do. */
  variant?: 'danger' | 'secondary' | 'quiet' | undefined;
  needs: Permission;
  /** Whether it can be done now; `now` is in milliseconds. */
  when: (record: R, who: Who, now: number) => boolean;
}

export interface ActionProps<R> {
  record: R;
  change: Change<R>;
  onClose: () => void;
}

export interface RecordAction<R> extends Offer<R> {
  /** What it asks before, or the steps of a payment. */
  Form?: (props: ActionProps<R>) => ReactNode;
  /** What it does at once, and what is said of it. */
  act?: (record: R, who: Who) => Promise<unknown>;
  told?: (record: R, who: Who) => Told<R>;
  /** Where it leads, if it changes nothing itself. */
  go?: () => void;
}

/** What this person may do with the record now, in the order of the table: the most likely first. */
export const offered = <R>(actions: readonly RecordAction<R>[], record: R, who: Who, now: number) =>
  actions.filter(({ needs, when }) => who.may(needs) && when(record, who, now));
