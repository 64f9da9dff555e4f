/** Email addresses entered in the quote form, by draft. They are kept in memory only and end with the page. */
const emails = new Map<string, string>();

export function handOverEmail(draftId: string, email: string): void {
  emails.set(draftId, email);
}

/** The email address entered with a draft during this visit, or an empty string. */
export function emailOf(draftId: string | undefined): string {
  return (draftId && emails.get(draftId)) || '';
}
