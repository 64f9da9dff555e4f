import { FORMS } from '../../../../domain/products/forms/index.ts';
import { PRODUCT_KEYS, shortName } from '../../../../domain/products/index.ts';
import { KEPT } from '../../../../domain/promises.ts';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LEGAL_CHANGED, OPERATOR } from './operator.ts';
import { type Part, TextPage } from './text-page.tsx';

const WHAT: readonly (readonly [string, string])[] = [
  [
    'Your wallet',
    'Public address, kind of wallet and network. It is your identity here: there is no user name and no password.',
  ],
  ['What is insured', PRODUCT_KEYS.map((key) => `${shortName(key)}: ${FORMS[key].asksFor}.`).join(' ')],
  [
    'How to reach you',
    'Name, email address and telephone number, as you give them with a quote or in your profile.',
  ],
  ['Payments', 'Transaction, amount, currency and rate of every premium, refund and payout.'],
  ['Claims', 'What happened, when, what it cost, the documents you add, and how it was decided.'],
  ['Messages', 'What you write to us and what we answer, by message, by email or through the contact form.'],
  ['Your choices', 'Which notifications you want, a picture if you upload one, webhooks if you set them up.'],
];

const KEPT_FOR: readonly (readonly [string, string])[] = [
  ['Text to sign in', `${KEPT.signInTextMinutes} minutes; it works once.`],
  ['Session', `${KEPT.sessionHours} hours, or until you disconnect.`],
  ['Draft of a quote', `${KEPT.draftHours} hours.`],
  [
    'Quote you did not buy',
    `${KEPT.unboughtQuoteDays} days, then it is deleted together with everything personal in it.`,
  ],
  ['Profile, picture, notifications', 'Until you delete them.'],
  ['Letters we sent you', `${KEPT.letterDays} days: subject and address.`],
  [
    'Policies, claims, payments, messages',
    'As long as the law asks of the insurer. Which law that is depends on the operator and will be named with it.',
  ],
  ['What is on chain', 'For ever. Nobody can delete it, which is why nothing personal goes there.'],
];

const PARTS: readonly Part[] = [
  {
    id: 'who',
    title: 'Who answers for your data',
    body: (
      <>
        <p>{OPERATOR}</p>
        <p>
          Questions about your data reach the people responsible for it through the{' '}
          <TextLink to="/contact">contact form</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'Which data, and why',
    body: (
      <>
        <p>
          We ask for what an insurance needs and for nothing else. Looking around, finding a price and
          verifying a policy need no data at all.
        </p>
        <Facts rows={WHAT} />
        <p>
          We use it to make a quote and a contract with you, to decide and pay claims, to answer you, and to
          keep the records that the law asks of an insurer. For news and offers we need your consent: they are
          off until you switch them on, and every such letter has a link that switches them off again.
        </p>
        <p>
          An email address is confirmed before anything personal is sent to it. Claims are decided by people,
          not by a program.
        </p>
      </>
    ),
  },
  {
    id: 'chain',
    title: 'What goes on chain',
    body: (
      <>
        <p>
          Everybody can read: the wallet that holds the policy, the kind of insurance, the cover in dollars,
          its first and last moment, the premium and its currency, payouts and refunds, and a fingerprint of
          the insured details.
        </p>
        <p>
          The fingerprint is a hash over your details, the wording and a random salt of 256 bits. From it
          nobody can read or guess anything. The salt stands on your certificate: with it you, and only those
          you show it to, can prove what was insured.
        </p>
        <p>
          Please bear in mind that whoever knows your wallet’s address can see these entries. Use a wallet
          that is not publicly tied to your name if you do not want that.
        </p>
      </>
    ),
  },
  {
    id: 'protection',
    title: 'How it is protected',
    body: (
      <ul>
        <li>
          Passport numbers, telephone numbers, street addresses and routes are encrypted in the database
          (AES-GCM), with keys kept elsewhere. They are opened for you, and for staff who need them; each time
          that staff look is recorded.
        </li>
        <li>
          Names, email addresses, and what kind of house or car it is are stored in plain form, because we
          have to search them.
        </li>
        <li>
          Every request is held against your sign-in. What belongs to another wallet does not exist as far as
          you can see.
        </li>
        <li>Documents are checked by their content and are only ever handed to you and to staff.</li>
        <li>Our logs hold what was called and how long it took: no names, no addresses, no contents.</li>
        <li>
          Your browser keeps your wallet’s address and, until you close the tab, the email address of a
          payment that you have just sent and the text of a claim that you are writing. Everything else of a
          form lies with us, encrypted.
        </li>
      </ul>
    ),
  },
  { id: 'how-long', title: 'How long', body: <Facts rows={KEPT_FOR} /> },
  {
    id: 'others',
    title: 'Who else sees it',
    body: (
      <>
        <p>
          We do not sell data, and there are no trackers, advertising or statistics of other companies here.
        </p>
        <Facts
          rows={[
            [
              'Cloudflare',
              'Runs our servers, database, file store and the sending of email on our behalf, and so processes all of the above, and the network address of your requests.',
            ],
            [
              'Nodes of the network',
              'Your wallet, and this site when you verify a policy, read the chain through a node. It sees your network address and what is asked.',
            ],
            [
              'WalletConnect',
              'Only if you connect by it: carries the encrypted messages between this site and your telephone.',
            ],
            [
              'Your browser’s maker',
              'Only if you switch on push notifications: delivers them, encrypted, through its push service.',
            ],
            [
              'Whom you choose',
              'The addresses that you enter as webhooks. What is sent there is not personal.',
            ],
          ]}
        />
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can see, correct and take along your data at any time: your{' '}
          <TextLink to="/profile">profile</TextLink> exports all of it as one file and deletes the profile on
          your word. Deleting removes your profile, picture and preferences. Policies, claims, payments and
          messages stay, because the contract and the law need them; the page says so before you confirm.
        </p>
        <p>
          You can also ask us to restrict how we use your data, object to it, withdraw a consent, and complain
          to the data protection authority where you live. A message is enough; we reply in plain words.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this text changes, its date at the top does too. A change that matters to what you have told us
        already is announced by message before it takes effect. What lies in your browser is listed in the{' '}
        <TextLink to="/cookie-policy">cookie policy</TextLink>.
      </p>
    ),
  },
];

export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy policy"
      lead="Which of your data we have, why, where it lies and for how long, and what never leaves your hands."
      changed={LEGAL_CHANGED}
      parts={PARTS}
      contents
    />
  );
}
