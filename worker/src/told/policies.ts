import * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import { formatUsDay, parseDay } from '#domain/days.ts';
import { ipidPath } from '#domain/http/ipid.ts';
import { formatUsd } from '#domain/money.ts';
import { UNREFUNDED, type Unrefunded } from '#domain/policy/change.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { CONTESTED_DAYS } from '#domain/policy/holder-change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { dayText, endText, momentText } from '#worker/platform/pdf/format.ts';
import { kind, SECRETS, type Told, type With } from './kind.ts';
import { link, type Part, text } from './layout.ts';

/** The policy that it is about. */
const policy = z.object({
  policy_id: z.number(),
  product: z.enum(PRODUCT_KEYS),
  /** Of the person who is insured. */
  name: z.string(),
});
export type PolicyTold = z.output<typeof policy>;

export const date = z.string();
export const sum = z.string();

export const day = (value: string) => formatUsDay(parseDay(value.slice(0, 10)) ?? 0);
const pathOf = ({ policy_id, product }: PolicyTold) => `/policy/${policy_id}?type=${product}`;

type Letter<Data> = NonNullable<Told<Data>['letter']>;
type Words<Data> = Omit<Told<Data>, 'data' | 'subject' | 'text' | 'letter'> & {
  subject?(data: Data, number: string): string;
  text?(data: Data, number: string): string;
  letter?: Partial<Letter<Data>>;
};

/** What is told of a policy: a message in its thread, a notification, and a letter where one is named. */
export const about = <Shape extends z.ZodRawShape>({
  data: shape,
  subject,
  text: said,
  letter,
  ...entry
}: Words<With<PolicyTold, Shape>> & { data: Shape }) => {
  type Data = With<PolicyTold, Shape>;
  const numbered = (words: ((data: Data, number: string) => string) | undefined) =>
    words && ((data: Data) => words(data, policyNumber(data.policy_id)));
  const [title, message] = [numbered(subject), numbered(said)];
  return kind<Data>({
    data: policy.extend(shape) as unknown as z.ZodType<Data>,
    ...(message && { text: message, push: () => '/messages' }),
    ...(title && { subject: title }),
    ...(letter && {
      letter: {
        sent: 'always',
        name: ({ name }) => name,
        button: (data) => ['See the policy', pathOf(data)],
        footer: ({ policy_id }, wallet) =>
          `About policy ${policyNumber(policy_id)} of the wallet ${shortAddress(wallet)}. ${SECRETS}`,
        ...letter,
      },
    }),
    ...entry,
  });
};

/** What a policy covers and when. */
const cover = z.object({
  people: z.number(),
  /** For each of them, in whole US dollars. */
  most_usd: z.number(),
  cover_start_date: date,
  start_date: date,
  end_date: date,
});
export type CoverTold = z.output<typeof cover>;

function coverText({ people, most_usd, cover_start_date, start_date, end_date }: CoverTold): string {
  const early = coverStartText({ coverStart: cover_start_date, start: start_date });
  const most = formatUsd(most_usd);
  const upTo = people > 1 ? `It covers each of ${people} travelers up to ${most}` : `It covers up to ${most}`;
  return early === null
    ? `${upTo} from ${day(start_date)} to ${day(end_date)}.`
    : `${upTo} until ${day(end_date)}. ${early}.`;
}

const CERTIFIED = "The certificate is on the policy's page.";

/** The policy that this one replaces, and what becomes of its refund; `waits` for this one to be active. */
const replaced = z
  .object({
    old_id: z.number(),
    refund: z.enum(['none', 'waits', 'owed', ...UNREFUNDED]),
    sum,
    due_at: date.nullable(),
  })
  .nullable();
export type ReplacedTold = z.output<typeof replaced>;

const NOT_SENT: Readonly<Record<Unrefunded, string>> = {
  lapsed: 'Your consent to its refund has lapsed, so we cannot send it.',
  revoked: 'You revoked your consent to its refund, so we do not send it.',
  claimed: 'A claim on it was paid, so we cannot refund it.',
  moved: 'It has moved to another wallet since, so we cannot send it.',
  undone: 'The cover that was to replace it is gone, so we do not refund it.',
};

function replacedText(replaces: ReplacedTold): string {
  if (replaces === null) return '';
  const { old_id, refund, sum, due_at } = replaces;
  const number = policyNumber(old_id);
  const intro = ` It replaces policy ${number}: from now on, incidents belong to the new policy alone.`;
  if (refund === 'none') return intro;
  if (refund === 'waits')
    return `${intro} Your refund of ${sum} for ${number} follows once the new policy is active.`;
  if (refund === 'owed')
    return `${intro} Your refund of ${sum} for ${number} goes to the wallet that holds it within ${PROMISES.refundBusinessDays} business days, by ${day(due_at ?? '')}.`;
  return `${intro} ${NOT_SENT[refund]} You can agree to the refund of ${number} again on its page.`;
}

/** What the certificate's letter says of the policy, read when it is sent. */
const insured = z.object({
  number: z.string(),
  insured: z.string(),
  cover: z.string(),
  from: z.string(),
  until: z.string(),
  wording_version: z.string(),
  replaces: z.object({ number: z.string(), since: date.nullable() }).nullable(),
});
export type InsuredTold = z.output<typeof insured>;
const certified = insured.partial();
type Certified = PolicyTold & Partial<InsuredTold>;

const insuredFacts = (data: Certified) =>
  [
    ['Policy', data.number ?? ''],
    ['Insurance', PRODUCTS[data.product].label],
    ['Insured', data.insured ?? ''],
    ['Cover', data.cover ?? ''],
    ['From', data.from ?? ''],
    ['Until', data.until ?? ''],
  ] as const;

const ipid = ({ wording_version = '' }: Certified, origin: string) =>
  link('Product information (PDF)', `${origin}${ipidPath(wording_version)}`);

/** What a change of cover means for the policy that this one replaces. */
const since = ({ replaces }: Certified): readonly Part[] =>
  replaces
    ? [
        text(
          `It replaces your policy ${replaces.number}: incidents since ${replaces.since ? momentText(replaces.since) : 'its start'} belong to this policy alone.`,
        ),
      ]
    : [];

const keep = (data: Certified, origin: string) => [
  text('Keep the certificate: it proves what is insured, even without us.'),
  ipid(data, origin),
  text(
    `Within ${WITHDRAWAL_DAYS} days of buying you can withdraw from the contract and get the whole premium back, at ${origin}/withdraw.`,
  ),
];

const OBJECT =
  "If you did not ask for it, please object on the policy's page. Our administrator and our guardian must then both confirm it, and the waiting period gets longer.";
const move = (number: string, wallet: string) => `request to move policy ${number} to the wallet ${wallet}`;
/** A letter about a change of holder goes to whoever wants letters, with the page where the holder can act. */
const movable = { push: pathOf, letter: { sent: 'by_choice' } } as const;
const new_holder = z.string();

const sold = { quote_id: z.string() };
const aboutSold = ({ policy_id, quote_id }: { policy_id: number; quote_id: string }) => ({
  policy_id,
  policy_number: policyNumber(policy_id),
  quote_id,
});

export const POLICIES = {
  policy_created: about({
    data: { ...sold, status: z.string() },
    webhook: {
      event: 'policy.created',
      content: (data) => ({ ...aboutSold(data), policy_type: data.product, status: data.status }),
    },
  }),
  payment_completed: about({
    data: { ...sold, tx_hash: z.string(), amount: z.string(), currency: z.string(), premium_usd: z.number() },
    webhook: {
      event: 'payment.completed',
      content: ({ tx_hash, amount, currency, premium_usd, ...data }) => ({
        ...aboutSold(data),
        tx_hash,
        amount,
        currency,
        premium_usd,
      }),
    },
  }),
  policy_purchased: about({
    quiet: true,
    data: { paid: sum, is_active: z.boolean(), cover, replaces: replaced },
    subject: () => 'Your payment is confirmed',
    text: ({ paid, is_active, cover, replaces }) =>
      `Your payment of ${paid} is confirmed, and ${
        is_active
          ? `your policy is active. ${coverText(cover)} ${CERTIFIED}`
          : `we are reviewing your policy; you are covered in the meantime. ${coverText(cover)}`
      }${replacedText(replaces)}`,
  }),
  policy_approved: about({
    quiet: true,
    data: { cover, replaces: replaced },
    subject: (_, number) => `Policy ${number} is approved`,
    text: ({ cover, replaces }, number) =>
      `We have reviewed policy ${number}, and it is active. ${coverText(cover)} ${CERTIFIED}${replacedText(replaces)}`,
  }),
  policy_active: about({
    data: certified.shape,
    subject: ({ product }) => `Your ${PRODUCTS[product].label} policy is active`,
    letter: {
      filled: 'certificate',
      words: (data) => [
        text(
          'Your payment is confirmed by the network and your policy is active. The certificate is attached.',
        ),
        ...since(data),
      ],
      facts: insuredFacts,
      after: keep,
    },
  }),
  rejection_withdrawn: about({
    data: { confirmed: z.boolean(), cover_told: cover, ...certified.shape },
    subject: (_, number) => `We accept policy ${number} after all`,
    text: ({ confirmed, cover_told }, number) =>
      `We have withdrawn our rejection of policy ${number}: ${
        confirmed
          ? `it is active. ${coverText(cover_told)} ${CERTIFIED}`
          : 'it becomes active as soon as the network confirms your payment.'
      } We keep your premium, so there is no refund.`,
    letter: {
      when: ({ confirmed }) => confirmed,
      filled: 'certificate',
      words: (data) => [
        text(
          `We have withdrawn our rejection of policy ${data.number}, and it is active. We keep your premium, so there is no refund. The certificate is attached.`,
        ),
        ...since(data),
      ],
      facts: insuredFacts,
      after: keep,
    },
  }),
  certificate: about({
    data: certified.shape,
    subject: (_, number) => `Your insurance certificate ${number}`,
    letter: {
      filled: 'certificate',
      words: () => [text('Here is the insurance certificate you requested.')],
      facts: insuredFacts,
      after: (data, origin) => [ipid(data, origin)],
    },
  }),
  holder_change_proposed: about({
    data: { new_holder, proposed_at: date, earliest: date, lapses_at: date },
    ...movable,
    subject: (_, number) => `A request was made to move policy ${number} to another wallet`,
    text: ({ new_holder, proposed_at, earliest, lapses_at }, number) =>
      `A ${move(number, new_holder)} was made on ${momentText(proposed_at)}. The move takes effect only after our administrator has confirmed it, on ${momentText(earliest)} at the earliest. Otherwise the request lapses on ${momentText(lapses_at)}. ${OBJECT}`,
  }),
  holder_change_confirmed: about({
    /** Without a time while the other of two confirmations is missing. */
    data: { new_holder, effective_at: date.nullable(), contested: z.boolean() },
    ...movable,
    subject: ({ effective_at }, number) =>
      `The move of policy ${number} to another wallet ${effective_at === null ? 'has one of two confirmations' : 'is confirmed'}`,
    text: ({ new_holder, effective_at, contested }, number) => {
      const change = move(number, new_holder);
      if (effective_at === null) {
        return `You objected to the ${change}. Our administrator or our guardian has now confirmed it. Unless both confirm it, you stay the holder. If this is not right, please write to us.`;
      }
      const when = `The ${change} is confirmed. It can take effect from ${momentText(effective_at)}.`;
      return contested
        ? `${when} You objected, so our administrator and our guardian have both confirmed it, and either can stop it until then. In the meantime, payouts on this policy are held for its holder. If this is not right, please write to us at once.`
        : `${when} You can object until then. ${OBJECT}`;
    },
  }),
  holder_change_contested: about({
    data: { new_holder },
    ...movable,
    subject: (_, number) => `We recorded your objection for policy ${number}`,
    text: ({ new_holder }, number) =>
      `Your objection to the ${move(number, new_holder)} is recorded. You stay the holder unless our administrator and our guardian both confirm the move. Then ${CONTESTED_DAYS} more days must pass, during which either can stop it. Please write to us and tell us what happened.`,
  }),
  holder_change_stopped: about({
    data: { new_holder },
    ...movable,
    subject: (_, number) => `The move of policy ${number} to another wallet was stopped`,
    text: ({ new_holder }, number) =>
      `The ${move(number, new_holder)} was stopped. You stay the holder, and you do not need to do anything.`,
  }),
  policy_ending: about({
    data: { end_date: date, cover_until: date },
    subject: ({ end_date }, number) => `Your policy ${number} ends on ${dayText(end_date)}`,
    text: ({ cover_until }, number) =>
      `Your policy ${number} ends on ${endText(cover_until)}. After that, it no longer covers you. You can renew it with everything filled in. Nothing is charged unless you do.`,
    push: pathOf,
    letter: {
      sent: 'by_choice',
      waits: false,
      whileStanding: true,
      button: (data) => ['Renew', pathOf(data)],
    },
  }),
};
