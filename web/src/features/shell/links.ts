import { PRODUCT_KEYS, shortName } from '#domain/products/index.ts';

const COMPANY_LINKS = [
  { to: '/about', label: 'About' },
  { to: '/services', label: 'Services' },
  { to: '/contact', label: 'Contact' },
] as const;
export const PUBLIC_LINKS = [{ to: '/', label: 'Home' }, ...COMPANY_LINKS] as const;
/** What a customer comes for. The rest is in the Others menu, and the company in the footer. */
export const WALLET_LINKS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/my-policies', label: 'Policies' },
  { to: '/my-claims', label: 'Claims' },
] as const;
export const OTHER_LINKS = [
  { to: '/submit-claim', label: 'Submit Claim' },
  { to: '/profile', label: 'Profile' },
  { to: '/support', label: 'Support' },
  { to: '/verify', label: 'Verify a policy' },
] as const;
export const MESSAGES = { to: '/messages', label: 'Messages' } as const;

export const QUOTE_LINKS = PRODUCT_KEYS.map((type) => ({ type, label: `${shortName(type)} insurance` }));

export const WITHDRAW = { to: '/withdraw', label: 'Withdraw from contract here' } as const;

export const FOOTER_LINKS = [
  { title: 'Company', links: COMPANY_LINKS },
  {
    title: 'Help',
    links: [
      { to: '/help', label: 'Help' },
      { to: '/verify', label: 'Verify a policy' },
      { to: '/complaints', label: 'Complaints' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/cookie-policy', label: 'Cookies' },
      { to: '/accessibility', label: 'Accessibility' },
    ],
  },
  {
    title: 'For developers and auditors',
    links: [
      { to: '/audit', label: 'Audit' },
      { to: '/documentation', label: 'Documentation' },
      { to: '/api-reference', label: 'API reference' },
      { to: '/community', label: 'Community' },
    ],
  },
] as const;
