/** The `head` of a route: its page title. */
export function pageTitle(title: string) {
  return () => ({ meta: [{ title: `${title} · Mooring` }] });
}
