/** Takes the focus to the first field of a form that is not right; of a group to its first input. */
export function focusFault(form: HTMLElement | null): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (fault?.querySelector<HTMLElement>('input') ?? fault)?.focus();
}
