const configured = (import.meta.env.VITE_API_SERVERS ?? '')
  .split(',')
  .map((base) => base.trim().replace(/\/+$/, ''))
  .filter(Boolean);

/** Bases of the API in the order in which they are tried. */
export const API_SERVERS: readonly string[] = configured.length > 0 ? configured : ['/api'];

/** Where a person answers; the same address as the worker's MAIL_REPLY_TO. */
export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL || 'support@mooring.example';
