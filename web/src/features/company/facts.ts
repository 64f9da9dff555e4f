import { formatUsd } from '#domain/money.ts';
import { levels } from '#domain/products/choice.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { ofAllProducts, PRODUCT_KEYS, PRODUCTS, shortName } from '#domain/products/index.ts';
import { listed } from '#domain/products/offer.ts';
import type { KEYS } from '#web/state/storage.ts';

const ENTRIES: Readonly<Record<keyof typeof KEYS | 'kept', string>> = {
  walletSession:
    'Which wallet is connected: its kind, name, public address and network, so that a reload does not ask again. Removed when you disconnect.',
  walletToken:
    'Your sign-in: the token, the address it belongs to and when it ends, after 24 hours. Removed when you disconnect or change the account.',
  recentWallet: 'The kind of wallet you used last, for the mark “Recent” in the list.',
  theme: 'Light or dark, if you chose one. Removed when you go back to the system’s choice.',
  quoteData:
    'The quote you are buying: product, dates, price and the answers that do not identify you. No name, address, phone or passport number. Removed when the policy is recorded or you disconnect.',
  transactionMetadata: 'The same quote in short, for the payment page. Removed together with it.',
  purchase:
    'One entry for each quote you are buying: the quote itself, and what your wallet was asked to pay and has sent (product, dates, price, network, time limit and your public address), so that you do not pay twice by accident. Without your email address. When you disconnect, only an unanswered payment is kept, because it may still arrive. Removed a day after the policy is recorded.',
  resumedForm:
    'What you have typed without a wallet, encrypted, while the page loads again because there is a new version of it. The key is in the address for that moment. Removed as soon as the page is there.',
  kept: 'What you have typed into forms and not sent, and the files you have chosen for a claim, encrypted with a key that no script can read. In IndexedDB. Removed when you send it, disconnect or change the account, and after 30 days without you.',
  transactionData:
    'The payment you sent last, with the email address you gave for the certificate, for the confirmation page. Session storage: gone when you close the tab.',
};

export const BROWSER_ENTRIES = Object.entries(ENTRIES);

/** Every product and its cover, as the end of a sentence. */
export const COVERS = ofAllProducts(
  ({ label, tariff }) =>
    `${label.toLowerCase()} up to ${formatUsd(Math.max(...tariff.map(({ coverage }) => coverage)))}`,
);

export const ASKED_FOR = PRODUCT_KEYS.map((key) => `${shortName(key)}: ${FORMS[key].asksFor}.`).join(' ');

/** The answers that are encrypted at rest, as the end of a sentence. */
export const ENCRYPTED = [
  ...new Set(
    PRODUCT_KEYS.flatMap((key) => FORMS[key].fields)
      .filter((field) => field.private)
      .map(({ label }) => label.toLowerCase()),
  ),
].join(', ');

export const PRODUCT_TERMS = PRODUCT_KEYS.map((key) => {
  const { label, minDays, maxDays } = PRODUCTS[key];
  const [coverage, deductible] = [levels(key, 'coverage'), levels(key, 'deductible')].map(listed);
  return [
    label,
    `Wording ${FORMS[key].wording.version}: cover ${coverage}, deductible ${deductible}, ${minDays} to ${maxDays} days`,
  ] as const;
});
