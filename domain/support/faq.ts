import { MAX_DOCUMENTS_PER_CLAIM } from '#domain/files.ts';
import { WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import { CLAIM_REVIEW_PROMISE, KEPT, PAYOUT_PROMISE, PROMISES } from '#domain/promises.ts';
import type { FaqCategory } from './categories.ts';

export interface FaqItem {
  id: string;
  question: string;
  answer: string;
  category: FaqCategory;
}

/** The support center's questions. Votes are counted by id. */
export const FAQ: readonly FaqItem[] = [
  {
    id: 'file-a-claim',
    category: 'Claims',
    question: 'How do I submit a claim?',
    answer: `Open Submit Claim, choose the policy, tell us what happened, when, and what it cost, and add photos or documents: JPEG, PNG or PDF, up to ${MAX_DOCUMENTS_PER_CLAIM} files of 10 MB each. You can add more files later on the claim's page.`,
  },
  {
    id: 'claim-time',
    category: 'Claims',
    question: 'How long does a claim take?',
    answer: `We review claims within ${CLAIM_REVIEW_PROMISE}. The claim's page always shows who has to act next and by when. An approved claim is paid ${PAYOUT_PROMISE}. We send it on chain, to the wallet that holds the policy.`,
  },
  {
    id: 'claim-refused',
    category: 'Claims',
    question: 'My claim was refused. What can I do?',
    answer: `The claim’s page gives the reason and the clause that it rests on. Within ${KEPT.secondLookDays} days you can ask there for a second look, once and free of charge, in your own words and with further documents. Someone new decides, and then tells you which ombudsman you can turn to.`,
  },
  {
    id: 'cancel-policy',
    category: 'Policies',
    question: 'Can I cancel a policy?',
    answer: `Yes, on the policy’s page. You get the unused days back; a day that has begun is used. Within ${WITHDRAWAL_DAYS} days of purchase you can withdraw from the contract there instead and get the whole premium back. You see the amount before you confirm, we send the refund within ${PROMISES.refundBusinessDays} business days, and you stay covered until then.`,
  },
  {
    id: 'prove-policy',
    category: 'Policies',
    question: 'How can I prove that I am insured?',
    answer:
      'Every policy has a certificate as a PDF. Its QR code leads to a public page that reads the registry, or on Polkadot your payment, straight from the chain, so anyone can check it without asking us. Nothing personal is on the chain.',
  },
  {
    id: 'pay-with',
    category: 'Billing',
    question: 'What can I pay with?',
    answer:
      'With the currencies that the payment page lists for your network, such as ETH, USDC, USDT or DOT. The price in dollars is fixed; the amount in your currency is signed for 30 minutes. Refunds and payouts come back in the same currency, on the same network.',
  },
  {
    id: 'paid-no-policy',
    category: 'Billing',
    question: 'I paid, where is my policy?',
    answer:
      'A payment becomes a policy automatically once the network has confirmed it, even if you closed the page. If it is not there after a few minutes, open “I paid, where is my policy?” under My Policies and enter the transaction hash. One sentence tells you its status.',
  },
  {
    id: 'wallets',
    category: 'Technical',
    question: 'Which wallets can I use?',
    answer:
      'Browser wallets such as MetaMask and Coinbase Wallet, phone wallets through WalletConnect, and Polkadot extensions such as SubWallet or Talisman. The Connect Wallet dialog lists the ones that are available here. Signing in asks for one signature: it is free and moves no money. We never ask for a private key or a recovery phrase.',
  },
];
