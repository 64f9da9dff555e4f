import { proxy, snapshot, subscribe } from 'valtio';
import type { CUSTOMER_PRIORITIES, MessageType } from '../../../../domain/messages/lifecycle.ts';
import { walletSession } from '../../state/wallet-session.ts';

export interface ComposeDraft {
  subject: string;
  content: string;
  type: MessageType;
  priority: (typeof CUSTOMER_PRIORITIES)[number];
}

interface Drafts {
  compose: ComposeDraft;
  /** Unfinished replies by thread. */
  replies: Record<number, string>;
}

const blank = (): ComposeDraft => ({ subject: '', content: '', type: 'general', priority: 'medium' });

/** Unfinished messages, kept in memory across threads, pages and an expired sign-in. */
export const drafts = proxy<Drafts>({ compose: blank(), replies: {} });

export function clearCompose(): void {
  drafts.compose = blank();
}

const address = () => snapshot(walletSession).wallet?.address ?? null;
let before = address();

// Another account starts empty.
subscribe(walletSession, () => {
  const now = address();
  if (before !== null && before !== now) {
    clearCompose();
    drafts.replies = {};
  }
  before = now;
});
