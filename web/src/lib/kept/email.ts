import { keep, readKept } from './kept.ts';

const KEY = 'mine/email';

/** Keeps the email address that was entered with a draft, for its payment. */
export const keepEmail = (draftId: string, email: string) => void keep(KEY, { draftId, email });

/** The email address entered with a draft, or an empty string. */
export function emailOf(draftId: string | undefined): string {
  const kept = readKept(KEY) as { draftId: string; email: string } | null;
  return kept !== null && kept.draftId === draftId ? kept.email : '';
}
