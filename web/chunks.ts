/** A chunk of the site: what belongs together because the same screens load it. The first group that matches takes a module. */
interface Chunk {
  name: string;
  test?: RegExp;
  tags?: ['$initial'];
}

/** A pattern for modules below a folder, without their extensions. */
const inside = (folder: string, names: string) => `${folder}/(${names})\\.(ts|tsx|mjs|js)$`;
const icons = (names: string) => inside('lucide-react/dist/esm/icons', names);
const any = (...patterns: string[]) => new RegExp(patterns.join('|'));

/**
 * What every page loads. One chunk compresses better than the many that lazy parts would share with the entry. Only the
 * guards of unsaved forms use `useBlocker`.
 */
const VENDOR =
  /node_modules\/(?!.+useBlocker)(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store)|valtio|proxy-compare|clsx|lucide-react\/dist\/esm\/(createLucideIcon|Icon|defaultAttributes|shared))\//;

/** What the landing page and nearly every other page loads of our own, with icons and pictures that several screens show. */
const BASE = any(
  inside('domain', 'money|days|address|once'),
  inside('domain/products', '(?!offer)[a-z]+'),
  inside('web/src', 'lib/format|lib/kept/kept|state/storage|ui/card|ui/phone-fold|ui/skeleton|ui/when-near'),
  icons(
    'arrow-(left|right)|calendar-days|check|chevron-(down|right)|circle-check|clock|copy|download|file-text|info|mail|search|triangle-exclamation-point',
  ),
  inside('web/src/ui', 'illustrations|copy'),
  'web/src/ui/pictures/(products/|mooring)',
);

/** What any page needs that asks the API: cache, client, schemas' library and the states of an answer. */
const DATA = any(
  'node_modules/@tanstack/(react-query|query-core)/',
  'node_modules/zod/',
  inside('domain', 'fields|chains|http/(call|envelope)|operator-schema|support/hours'),
  inside('web/src/lib', 'deployment|keep-focus|message-of|api/(answer|api|calls?|client|edge|errors)'),
  inside('web/src/ui', 'states|section|textarea|select|dialog|drawings'),
);

/** What is on offer, what it covers and what we promise, which pages of text show too. */
const WORDINGS = any(
  inside('domain/products', 'offer|forms/(car|form|home|index|travel)'),
  inside('domain', 'files|operator|promises|policy/(change|withdrawal)'),
  inside('web/src/ui', 'text-link'),
);

/** A price's form and what it is made of. The landing page has one, so nothing in these two checks with zod. */
const TERMS = any(inside('web/src', 'lib/term|ui/(term-fields|price-lines|segments)'));
const FIELDS = any(
  inside('domain', 'read-day|quote/pricing'),
  inside('web/src', 'lib/today|ui/(date-field|field)'),
);

/** What a quote and everything that was sold share: questions and prices. */
const COVER = any(
  inside('domain/products/forms', 'details|clauses|facts|needs|travelers'),
  inside('domain/quote', 'api|schema'),
  inside('domain', 'currencies|policy/cover-dates|account/answers-api|http/ipid'),
  inside(
    'web/src',
    'lib/(quote-to-store|kept/email)|ui/(accept-box|fold|offer-notes|marked-list)|lib/api/answers-query',
  ),
);

/** What pages of text share. */
const TEXT = any(
  inside('web/src/ui', 'code|facts'),
  inside('web/src/features/company', 'mdx-components|text-page|operator|facts'),
);

const FORMS = any(
  'node_modules/(react-hook-form|@hookform/resolvers)/',
  inside('web/src/lib', 'use-questions|kept/(use-kept|use-kept-form)|api/use-api-form'),
  inside('web/src/ui', 'form|question'),
);

/** What several of Radix’s controls share. */
const PRIMITIVES =
  /node_modules\/@radix-ui\/(primitive|react-(compose-refs|primitive|slot|context|id|presence|collection|direction|use-[a-z-]+))\//;

/** Lists of choices and dialogs, with what places them and keeps the focus. */
const CONTROLS = any(
  'node_modules/@radix-ui/react-(select|dialog)/',
  inside('web/src/ui', 'select-list|dialog-frame'),
);

/** What the screens of a signed-in customer share. */
const CUSTOMER = any(
  icons('external-link|refresh-cw|image'),
  inside('domain/(policy|auth)', '[a-z-]*(api|schema)|lifecycle|consent'),
  inside('domain', 'search|claims/(schema|rules|lifecycle)|payments/reasons|quote/contract-domain'),
  inside(
    'web/src/features/auth',
    'sign-in-card|sign-in|signed-in|queries|network-notice|wallet-guard|restoring-wallet',
  ),
  inside('web/src/features', 'account/profile-queries|certificate/[a-z-]+|policy/display'),
  inside('web/src/lib', 'api/policies-query|calendar-file|hooks|save-file|cover-sentence'),
  inside('domain/clear-signing', 'format|sentences|show'),
  inside('web/src', 'state/(use-address|wallet-wait)|ui/wallet-shows|wallet/(nothing-there|wallet-step)'),
  inside(
    'web/src/ui',
    'calendar-button|labeled|named|page-head|phone-section|values|list-tools|timeline|stat|stepper|record-skeleton|progress',
  ),
);

/** From a price to a payment. */
const PAYMENTS = any(
  inside('domain/payments', '[a-z-]+'),
  inside('web/src/features/purchase', 'record|tabs|calls|notices'),
);

/** What is paid with: a new policy and a change of cover. */
const CHECKOUT = any(
  inside('web/src/features/purchase', '(?!change|confirmation|follow|progress|find|owed|payment)[a-z-]+'),
);

const MESSAGES = any(
  inside('domain/messages', '[a-z]+'),
  inside('web/src/features/messages', 'unread-query|queries'),
);

/** What is asked of us: the message box with its forms. */
const HELP = any(
  inside('domain/(support|contact|complaints|health)', '[a-z]+'),
  inside('web/src/features/help', 'message-[a-z]+|public-forms|help-page'),
  inside('web/src/ui', 'switch'),
);

/** What the making of a claim and the claim itself share. */
const CLAIMS = any(
  inside('domain/claims', 'api'),
  inside('web/src/features/claims', 'display|queries|documents/[a-z-]+'),
  inside('web/src', 'lib/local-time|ui/file-[a-z]+|ui/leave-guard'),
);

/** How an entry of the registry is read, recomputed and shown. */
const REGISTRY = any(
  '(?<!node_modules/.+)node_modules/@noble/hashes/(blake2|utils|_blake|_u64)\\.js$',
  inside('domain/registry', '(proof-)?api'),
  inside('domain/(registry|audit)', 'schema|places|fields|policy-id|field-label'),
  inside('web/src/features/verify', 'queries|verdict|verify-address'),
);

/** What every page fetches once it has settled, for when something fails later. */
const AFTERWARDS = inside(
  'web/src',
  'afterwards|lib/(renew|kept/(carry|sealed))|resume|ui/(fault-screen|part-failed)',
);

export const CHUNKS: Chunk[] = [
  { name: 'vendor', test: VENDOR },
  { name: 'base', tags: ['$initial'] },
  { name: 'base', test: BASE },
  // First, because a chunk takes with its modules what they import.
  { name: 'fields', test: FIELDS },
  { name: 'terms', test: TERMS },
  { name: 'data', test: DATA },
  { name: 'wordings', test: WORDINGS },
  { name: 'cover', test: COVER },
  { name: 'text', test: TEXT },
  { name: 'forms', test: FORMS },
  { name: 'primitives', test: PRIMITIVES },
  { name: 'controls', test: CONTROLS },
  { name: 'customer', test: CUSTOMER },
  { name: 'payments', test: PAYMENTS },
  { name: 'checkout', test: CHECKOUT },
  { name: 'claims', test: CLAIMS },
  { name: 'messages', test: MESSAGES },
  { name: 'help', test: HELP },
  { name: 'registry', test: REGISTRY },
  { name: 'afterwards', test: new RegExp(AFTERWARDS) },
];
