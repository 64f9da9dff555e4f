/** Focuses the page heading, so that a screen reader announces the page. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Focuses the first invalid field of a form, or the first input of an invalid group, which may have no such attribute; answers whether there was one. */
export function focusFault(form: HTMLElement | null): boolean {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  (fault?.querySelector<HTMLElement>('input') ?? fault)?.focus();
  return fault != null;
}
