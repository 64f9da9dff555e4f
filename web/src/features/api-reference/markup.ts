import { API_BASE } from '#domain/http/base.ts';

// In the entry, which knows every route; so without the page.
export const REFERENCE_TABS = { endpoints: 'Endpoints', examples: 'Code Examples', webhooks: 'Webhooks' };
export type ReferenceTab = keyof typeof REFERENCE_TABS;

/**
 * The reference as markup. A built site has it in its page; while that is built, and in development, it is rendered from the
 * document of the API.
 */
export async function referenceMarkup(): Promise<string> {
  if (import.meta.env.SSR || import.meta.env.DEV) {
    const path = `${API_BASE}/openapi.json`;
    // biome-ignore lint/plugin: a built site has no such part.
    const [{ render }, document] = await Promise.all([import('./render.tsx'), fetch(path)]);
    return render(await document.json());
  }
  const shown = document.getElementById('reference');
  if (shown) return shown.innerHTML;
  const text = await (await fetch('/api-reference')).text();
  const page = new DOMParser().parseFromString(text, 'text/html').getElementById('reference');
  if (!page) throw new Error('The reference could not be loaded.');
  return page.innerHTML;
}
