/** Finds a paragraph by its whole text, of which a part may be bold. */
export const inParts = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text;
