/** The administrator that `npm start` creates; its password is made on this machine. */
export const DEMO_ADMIN_EMAIL = 'admin@mooring.local';
export const DEMO_ADMIN_NAME = 'Demo Administrator';
/** Shortest password of a real administrator. */
export const MIN_ADMIN_PASSWORD = 12;
