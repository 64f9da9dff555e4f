import { API_BASE } from './base.ts';

/** The path of a call below the API's base, with its parameters filled in. */
export const pathOf = ({ path }: { path: string }, params: object = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name as keyof typeof params])),
  );

/** Where the site's own server has a call, for links in answers, letters and pages. */
export const linkTo = (call: { path: string }, params?: object): string => API_BASE + pathOf(call, params);
