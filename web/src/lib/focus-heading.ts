/** Takes the focus to the page's heading, so that a screen reader says where one is. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
