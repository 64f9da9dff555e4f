/** The pages that the header offers; a page is listed from the day on which it exists. */
export const PUBLIC_LINKS = [{ to: '/', label: 'Home' }] as const;
export const WALLET_LINKS = [{ to: '/dashboard', label: 'Dashboard' }] as const;
export const OTHER_LINKS = [{ to: '/my-policies', label: 'My Policies' }] as const;

export const QUOTE_LINKS = [
  { type: 'home', label: 'Home insurance' },
  { type: 'car', label: 'Car insurance' },
  { type: 'travel', label: 'Travel insurance' },
] as const;
