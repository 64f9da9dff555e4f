import { KEYS } from '../../state/storage.ts';
import { Code } from '../../ui/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LEGAL_CHANGED } from './operator.ts';
import { type Part, TextPage } from './text-page.tsx';

/** What each entry of this site in the browser is for and when it goes. */
const ENTRIES: Readonly<Record<keyof typeof KEYS, string>> = {
  walletSession:
    'Which wallet is connected: its kind, name, public address and network, so that a reload does not ask again. Removed when you disconnect.',
  walletToken:
    'Your sign-in: the token, the address it belongs to and when it ends, after 24 hours. Removed when you disconnect or change the account.',
  recentWallet: 'The kind of wallet you used last, for the mark “Recent” in the list.',
  theme: 'Light or dark, if you chose one. Removed when you go back to the system’s choice.',
  quoteData:
    'The quote you are buying: product, dates, price and the answers that identify nobody. No name, address, telephone or passport. Removed when the policy is recorded or you disconnect.',
  transactionMetadata: 'The same quote in short, for the payment page. Removed together with it.',
  paymentAttempt:
    'The quote for which your wallet was asked to pay, so that you do not pay twice by accident. Removed when the payment is settled or you disconnect.',
  sentPayment:
    'A payment that you have sent, until its policy is recorded, so that another tab does not pay again: transaction, quote, product, dates and price, without your email address. Removed with the quote.',
  quoteForm:
    'What you have chosen in a quote form, without anything that identifies you. Session storage: gone when you close the tab.',
  claimForm:
    'The claim you are writing: policy, date, amount and description, without documents. Removed when you submit it, disconnect or change the account. Session storage: gone when you close the tab.',
  transactionData:
    'The payment you sent last, with the email address you gave for the certificate, for the confirmation page. Session storage: gone when you close the tab.',
};

const entryName = (key: keyof typeof KEYS) => KEYS[key];
const names = Object.keys(ENTRIES) as (keyof typeof KEYS)[];

const PARTS: readonly Part[] = [
  {
    id: 'cookies',
    title: 'We set no cookies',
    body: (
      <p>
        None: not for signing in, not for statistics, not for advertising. There is therefore nothing to agree
        to, and no banner. We load no scripts, typefaces or pictures from other companies either.
      </p>
    ),
  },
  {
    id: 'storage',
    title: 'What lies in your browser instead',
    body: (
      <>
        <p>
          Some things have to be remembered on your own device. They lie in the browser’s storage for this
          site; other sites cannot read them, and unlike a cookie nothing of it goes along with a request by
          itself.
        </p>
        <Facts rows={names.map((key) => [entryName(key), ENTRIES[key]] as const)} />
      </>
    ),
  },
  {
    id: 'others',
    title: 'What the parts we are built from keep',
    body: (
      <Facts
        rows={[
          ['wagmi.…', 'Which wallet was used last and which was disconnected, kept by the wallet library.'],
          [
            'tsr-scroll-restoration-…',
            'How far you had scrolled, so that Back leads to the same place. Session storage: gone when you close the tab.',
          ],
          [
            'wc@2:…',
            'Only if you connect by WalletConnect: the pairing with the wallet on your telephone, whose messages WalletConnect’s servers carry. Removed when you disconnect.',
          ],
          ['adminToken', 'Only for those who administer this site: their sign-in.'],
        ]}
      />
    ),
  },
  {
    id: 'clear',
    title: 'How to get rid of it',
    body: (
      <p>
        Disconnect removes your wallet, your sign-in and a purchase that you have begun. Deleting this site’s
        data in the settings of your browser removes everything. Nothing is lost with it that matters: your
        policies stand in the registry, and <Code>Connect Wallet</Code> brings them back.
      </p>
    ),
  },
  {
    id: 'wallets',
    title: 'Your wallet',
    body: (
      <p>
        A wallet extension is a program of its own in your browser and keeps its own data. What it keeps and
        sends is said in its own policy. What we keep on our servers is in our{' '}
        <TextLink to="/privacy">privacy policy</TextLink>.
      </p>
    ),
  },
];

export function CookiePolicyPage() {
  return (
    <TextPage
      title="Cookie policy"
      lead="This site sets no cookies. Here is what it keeps in your browser instead, entry by entry."
      changed={LEGAL_CHANGED}
      parts={PARTS}
    />
  );
}
