/** A window as narrow as a phone's, and what it asks. */
import { vi } from 'vitest';

/** Makes the window narrow until the test ends. */
export function onPhone(): void {
  const wide = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(max-width: 639.98px)'
      ? ({ matches: true, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList)
      : wide(query),
  );
}

/** Titles of the questions that are not hidden. */
export const asked = (): (string | null)[] =>
  [...document.querySelectorAll('form section:not(.hidden) > h2[data-question]')].map(
    ({ textContent }) => textContent,
  );
