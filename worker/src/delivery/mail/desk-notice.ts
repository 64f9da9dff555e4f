import type { Notice } from '#domain/admin/settings-schema.ts';
import type { JsonValue } from '#worker/delivery/calls/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertDeskNotices } from './repository.ts';

/** What a notice is about; each has its own text. */
export const ABOUT = [
  ...(['claim', 'exception', 'paid_twice', 'unclaimed', 'thread', 'approval'] as const),
  ...(['refund_in_error', 'transfer_unprepared', 'audit_log'] as const),
] as const;
export type About = (typeof ABOUT)[number];

const SUBJECTS: Readonly<Record<About, string>> = {
  claim: 'A new claim needs review',
  exception: 'A payment matches no policy',
  paid_twice: 'A claim was paid twice',
  unclaimed: 'A payout has no claim',
  refund_in_error: 'A refund was sent in error',
  transfer_unprepared: 'Money left our account without being prepared',
  thread: 'A customer is waiting for a reply',
  approval: 'A change needs a second administrator',
  audit_log: 'Sealed lines of the audit log are gone',
};

interface DeskNotice {
  notice: Notice;
  about: About;
  /** Identifies the occurrence; the same key is sent once. */
  key: string;
  /** The record's id, or an expression that the same batch evaluates. */
  id?: JsonValue;
  /** The administrator who did it, who needs no letter. */
  except?: number;
}

/** Statement that writes to every administrator who wants to be told, for the batch that causes it. */
export function deskNotice(ctx: Ctx, { notice, about, key, id = null, except = 0 }: DeskNotice): Statement {
  return insertDeskNotices(ctx.db, {
    notice,
    about,
    key,
    id,
    except,
    subject: SUBJECTS[about],
    now: nowIso(ctx),
  });
}
