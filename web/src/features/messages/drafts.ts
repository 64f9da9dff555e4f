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
  /** Replies that were begun, by thread. */
  replies: Record<number, string>;
}

const blank = (): ComposeDraft => ({ subject: '', content: '', type: 'general', priority: 'medium' });

/** What is being written, so that another thread, another page or an ended sign-in loses none of it. In memory only. */
export const drafts = proxy<Drafts>({ compose: blank(), replies: {} });

export function clearCompose(): void {
  drafts.compose = blank();
}

const address = () => snapshot(walletSession).wallet?.address ?? null;
let before = address();

// Another account begins with nothing.
subscribe(walletSession, () => {
  const now = address();
  if (before !== null && before !== now) {
    clearCompose();
    drafts.replies = {};
  }
  before = now;
});
