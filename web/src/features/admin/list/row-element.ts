/** The element of a row, to focus it or scroll to it. */
export const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;
