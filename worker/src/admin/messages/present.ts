import { shortAddress } from '#domain/address.ts';
import type { AdminThreadDetail, AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import { timeAgo } from '#domain/ago.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { presentComplaint } from '#worker/conversations/complaints/complaint.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { ListedThread, OpenedThread, WrittenSince } from './repository.ts';

const CUSTOMER = 'Customer';

/** Who asks: by name, else by the address of a contact form. */
export const customerOf = ({ customer_name, contact_email }: ListedThread): string =>
  customer_name || contact_email || CUSTOMER;

/** A thread as the desk lists it. */
export function presentEntry(ctx: Ctx, row: ListedThread): AdminThreadEntry {
  const wallet = row.wallet === null ? null : shownWallet(ctx.settings, row.wallet);
  return {
    ...row,
    customer: customerOf(row),
    formatted_wallet: wallet && shortAddress(wallet),
    wallet_address: wallet,
    complaint: presentComplaint(row),
    is_read: !row.unread_by_support,
    time_ago: timeAgo(row.last_message_at, ctx.clock()),
    message_preview: row.last_preview,
    assigned_admin_name: row.assigned_name,
    due_at: dueAt(row),
  };
}

/** When our next promise about a thread breaks: the one to reply, or those about its complaint. */
export function dueAt({ waiting_since, outcome, ...row }: ListedThread): string | null {
  if (waiting_since === null) return null;
  const promised = row.acknowledged_at === null ? row.acknowledge_by : row.answer_by;
  if (outcome === null && promised !== null) return promised;
  return new Date(Date.parse(waiting_since) + PROMISES.replyHours * 3_600_000).toISOString();
}

/** What others wrote and changed in a thread since an administrator saw it, for the refusal of their reply. */
export function presentBetween(
  thread: ListedThread,
  since: readonly WrittenSince[],
  seen: { version: number },
): FieldIssue[] {
  const written = since.map((message) => ({
    path: `messages.${message.id}`,
    message: `${authorOf(thread, message)}${message.internal ? ' (internal note)' : ''}: ${message.text}`,
  }));
  if (thread.version === seen.version) return written;
  const now = `It is now ${thread.status.replace('_', ' ')}, assigned to ${thread.assigned_name ?? 'nobody'}, priority ${thread.priority}.`;
  return [...written, { path: 'thread', message: now }];
}

const sideOf = ({ sender }: { sender: 'admin' | 'user' }) => (sender === 'user' ? 'customer' : 'admin');

const authorOf = (
  thread: ListedThread,
  { sender, author }: { sender: 'admin' | 'user'; author: string | null },
) => (sender === 'user' ? customerOf(thread) : (author ?? SUPPORT_NAME));

/** A whole thread. */
export function presentOpened(ctx: Ctx, opened: OpenedThread, notByYou: string | null): AdminThreadDetail {
  const { thread, main, replies, earlier, trail, ofMailbox } = opened;
  return {
    ...thread,
    ...presentEntry(ctx, thread),
    message: main.text,
    message_id: main.id,
    created_at: main.created_at,
    sender_type: sideOf(main),
    sender_display_name: authorOf(thread, main),
    mailbox: thread.contact_inbox,
    mailbox_threads: ofMailbox,
    not_by_you: notByYou,
    claim_number: thread.claim_id === null ? null : claimNumber(thread.claim_id),
    policy_number: thread.policy_id === null ? null : policyNumber(thread.policy_id),
    last_message_id: replies.at(-1)?.id ?? main.id,
    replies: replies.map((reply) => ({
      ...reply,
      sender_type: sideOf(reply),
      sender_display_name: authorOf(thread, reply),
      message: reply.text,
      internal_note: reply.internal,
      time_ago: timeAgo(reply.created_at, ctx.clock()),
    })),
    earlier_replies: earlier,
    audit_log: trail.map(presentLine),
  };
}
