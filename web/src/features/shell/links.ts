import { PRODUCT_KEYS, shortName } from '../../../../domain/products/index.ts';

export const PUBLIC_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/services', label: 'Services' },
  { to: '/contact', label: 'Contact' },
] as const;
export const WALLET_LINKS = [{ to: '/dashboard', label: 'Dashboard' }] as const;
export const OTHER_LINKS = [
  { to: '/my-policies', label: 'My Policies' },
  { to: '/my-claims', label: 'My Claims' },
  { to: '/submit-claim', label: 'Submit Claim' },
  { to: '/profile', label: 'Profile' },
  { to: '/support', label: 'Support' },
] as const;
export const MESSAGES = { to: '/messages', label: 'Messages' } as const;

export const QUOTE_LINKS = PRODUCT_KEYS.map((type) => ({ type, label: `${shortName(type)} insurance` }));

export const FOOTER_LINKS = [
  {
    title: 'Help',
    links: [
      { to: '/help', label: 'Help' },
      { to: '/verify', label: 'Verify a policy' },
      { to: '/audit', label: 'Audit' },
      { to: '/documentation', label: 'Documentation' },
      { to: '/api-reference', label: 'API reference' },
      { to: '/community', label: 'Community' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/cookie-policy', label: 'Cookies' },
      { to: '/accessibility', label: 'Accessibility' },
      { to: '/complaints', label: 'Complaints' },
      { to: '/withdraw', label: 'Withdraw from contract here' },
    ],
  },
] as const;
