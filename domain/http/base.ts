/** Below it, the site's own server has every call of the contract. */
export const API_BASE = '/api';
