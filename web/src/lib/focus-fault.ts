/** Focuses the first invalid field of a form, or the first input of an invalid group. */
export function focusFault(form: HTMLElement | null): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (fault?.querySelector<HTMLElement>('input') ?? fault)?.focus();
}
