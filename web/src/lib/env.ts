import { API_BASE } from '#domain/http/base.ts';

const configured = (import.meta.env.VITE_API_SERVERS ?? '')
  .split(',')
  .map((base) => base.trim().replace(/\/+$/, ''))
  .filter(Boolean);

/** API base URLs in the order they are tried. */
export const API_SERVERS: readonly string[] = configured.length > 0 ? configured : [API_BASE];

/** The support address, the same as the worker's MAIL_REPLY_TO. */
export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL || 'support@mooring.example';
