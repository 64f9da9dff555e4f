/** Email addresses entered in the quote form, by draft. In memory only: they are gone with the page. */
const emails = new Map<string, string>();

/** Keeps the email address of a draft for the payment screen. */
export function handOverEmail(draftId: string, email: string): void {
  emails.set(draftId, email);
}

/** The address given with a draft in this visit, or an empty text. */
export function emailOf(draftId: string | undefined): string {
  return (draftId && emails.get(draftId)) || '';
}
