/** The site's own, cookieless statistics: what a browser may report, and nothing that says who it is. */

/** The site's pages, as patterns: what stands in place of `:id` is never reported. `/404` is any other address. */
export const SITE_PATHS = [
  ...['/', '/about', '/accessibility', '/api-reference', '/audit', '/claim/:claimId', '/community'],
  '/complaints',
  ...[
    '/confirm-email',
    '/confirmation',
    '/contact',
    '/cookie-policy',
    '/dashboard',
    '/documentation',
    '/find-payment',
    '/help',
  ],
  ...[
    '/messages',
    '/my-claims',
    '/my-policies',
    '/payment',
    '/policy/:id',
    '/policy/:id/change',
    '/privacy',
    '/profile',
    '/proof/:token',
  ],
  ...['/quote/:type', '/services', '/submit-claim', '/support', '/terms', '/unsubscribe', '/verify'],
  ...['/verify/:quoteId', '/withdraw', '/404'],
] as const;
export type SitePath = (typeof SITE_PATHS)[number];

/** The page on which a sent payment is followed: whoever gets there has not left before paying. */
export const SENT_PATH: SitePath = '/confirmation';

/**
 * The steps of a purchase that a browser sees, in order: a visitor fills in the form first and connects a wallet last.
 * The chain reports the last two steps of the funnel.
 */
export const VISIT_STEPS = [
  'price_seen',
  'form_complete',
  'wallet_connected',
  'quote',
  'wallet_opened',
] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];
/** Steps are kept as bits in their order; the bit after them is a payment that was sent. */
export const stepBit = (step: VisitStep): number => 1 << VISIT_STEPS.indexOf(step);
export const SENT_BIT = 1 << VISIT_STEPS.length;
export const FUNNEL_STEPS = [...VISIT_STEPS, 'paid', 'active'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** By the width of the window: below 768 pixels, below 1200, and wider. */
export const VIEWPORTS = ['narrow', 'medium', 'wide'] as const;

export const DEVICES = ['Desktop', 'Mobile', 'Tablet'] as const;
export type Device = (typeof DEVICES)[number];

/** A visit is over after this long without a sign of life. */
export const VISIT_GAP_SECONDS = 30 * 60;
/** Whoever stays this long, or opens a second page, is engaged; everyone else bounced. */
export const ENGAGED_SECONDS = 10;

/** Whether a browser asks not to be counted: Do Not Track or Global Privacy Control. */
export function asksNotToBeCounted(signals: { dnt?: string | null | undefined; gpc?: unknown }): boolean {
  return signals.dnt === '1' || signals.dnt === 'yes' || signals.gpc === '1' || signals.gpc === true;
}
