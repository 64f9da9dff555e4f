import * as z from 'zod';
import { ADMIN_ROLES, ROLE_LABELS } from '#domain/admin/roles.ts';
import { formatUsd } from '#domain/money.ts';
import { formatPremium } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { price } from '#domain/quote/pricing.ts';
import { TOKEN_HOURS } from '#worker/identity/account/email.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { kind } from './kind.ts';
import { link, text } from './layout.ts';

function priceLine(product: ProductKey): readonly [string, string] {
  const { label, defaultDays, defaultChoice } = PRODUCTS[product];
  const premium = formatPremium(price(product, defaultChoice, 0, defaultDays).premium, defaultDays);
  return [label, `${formatUsd(defaultChoice.coverage)} of cover: ${premium}`];
}

export const PEOPLE = {
  /** To an address that could be anyone's, so it names no person, wallet or policy. */
  address_entered: kind({
    data: z.object({ email: z.string(), token: z.string() }).partial(),
    subject: () => 'Please confirm your email address',
    letter: {
      sent: 'anybody',
      filled: 'confirmation',
      words: ({ email }) => [
        text(`Please confirm that ${email} is yours, so that we can email you about your insurance.`),
      ],
      // The token is in the fragment: browsers don't send that, so it reaches no server log.
      after: ({ token }, origin) => [
        link('Confirm this address', `${origin}/confirm-email#token=${token}`),
        text(`The link works once, for ${TOKEN_HOURS} hours.`),
        text('If you did not enter this address at Mooring, you can ignore this email.'),
      ],
      footer:
        'You are receiving this email because someone entered this address at Mooring. We send nothing else to it until it is confirmed.',
    },
  }),
  admin_invited: kind({
    data: z.object({
      admin_id: z.number(),
      expires_at: z.string(),
      /** Added when it is sent. */
      name: z.string().optional(),
      role: z.enum(ADMIN_ROLES).optional(),
      email: z.string().optional(),
      url: z.string().optional(),
    }),
    subject: () => 'You are invited to the Mooring back office',
    letter: {
      sent: 'anybody',
      filled: 'invitation',
      name: ({ name = null }) => name,
      words: () => [text('You are invited to work in the Mooring back office.')],
      facts: ({ role, email = '' }) => [
        ['Role', role ? ROLE_LABELS[role] : ''],
        ['Sign in with', email],
      ],
      after: ({ url = '', expires_at }) => [
        link('Choose a password', url),
        text(`The link works once, until ${momentText(expires_at)}.`),
      ],
      footer:
        'You are receiving this email because an administrator of Mooring entered your address. If you did not expect it, you can ignore it.',
    },
  }),
  sender_tested: kind<object>({
    data: z.object({}),
    subject: () => 'A test letter from Mooring',
    letter: {
      sent: 'anybody',
      words: () => [
        text('This is a test. If you can read it, letters from Mooring reach you.'),
        text('Check the sender, and reply to see where replies go.'),
      ],
      footer:
        'You are receiving this email because you asked for it in the settings of the Mooring back office.',
    },
  }),
  /** Marketing: what the reader isn't insured for yet and its price. */
  other_products: kind({
    data: z.object({ name: z.string().nullable(), products: z.array(z.enum(PRODUCT_KEYS)) }).partial(),
    subject: () => 'Cover that you do not have yet',
    letter: {
      sent: 'offered',
      filled: 'offer',
      name: ({ name = null }) => name,
      words: () => [text('You hold a policy with us. Here is what else we insure, and what it costs:')],
      facts: ({ products = [] }) => products.map(priceLine),
      more: () => [
        text(
          'Paid like your policy: once for the whole term, from your wallet. Nothing renews automatically.',
        ),
      ],
      button: () => ['See a price for your dates', '/'],
      footer: 'You are receiving this email because you turned on marketing emails in your Mooring profile.',
    },
  }),
  change_proposed: kind<object>({
    data: z.object({}),
    desk: {
      notice: 'veto',
      subject: () => 'A change needs a second administrator',
      words: () => [
        'A colleague proposed a change that needs a second administrator. It can be confirmed or refused.',
      ],
      buttons: () => [['Open the desk', '/admin/settings']],
    },
  }),
  audit_log_cut: kind<object>({
    data: z.object({}),
    desk: {
      notice: 'veto',
      subject: () => 'Sealed lines of the audit log are gone',
      words: () => [
        'The audit log no longer has the last line that was sealed: lines were cut off or replaced. Nothing is sealed until that is clear.',
      ],
      buttons: () => [['Open the desk', '/admin/audit-log']],
    },
  }),
};
