import { consentText } from '#domain/policy/consent.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { substrateKey } from '#domain/ss58.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { type ConsentAsked, ConsentMismatch } from '#web/wallet/consent.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { type CheckedPayment, type ExpectedPurchase, PaymentMismatch } from '#web/wallet/payments.ts';

/** The chain's balances have 128 bits. */
const LARGEST = 2n ** 128n - 1n;

function must(condition: boolean, field: string): void {
  if (!condition) throw new PaymentMismatch(field);
}

/**
 * Compares the server's transfer with the customer's choice and this site's own list of networks. The wallet is asked to
 * sign nothing else. Throws PaymentMismatch.
 */
export function checkPayment(
  answer: QuoteAnswer,
  { choice, people, currency, network }: ExpectedPurchase,
  chain: DeployedSubstrate,
): CheckedPayment {
  const { payment } = answer;
  if (payment.kind !== 'substrate') throw new PaymentMismatch('kind');
  must(network.ref === chain.ref && payment.genesis_hash === chain.genesis_hash, 'genesis_hash');
  const recipient = substrateKey(payment.recipient);
  must(recipient !== null && recipient === substrateKey(chain.recipient), 'recipient');
  must(answer.currency === currency && currency === chain.symbol, 'currency');
  must(answer.coverage_usd === choice.coverage * people, 'cover');
  must(answer.deductible_usd === choice.deductible, 'deductible');
  const amount = BigInt(payment.amount);
  must(amount > 0n && payment.amount === answer.amount, 'amount');
  must(payment.remark.toLowerCase() === answer.quote_id.toLowerCase(), 'remark');
  if (amount > LARGEST) {
    throw new WalletError(
      'refused',
      'Amount too large for Polkadot transaction. Please try a smaller amount.',
    );
  }
  return { quoteId: answer.quote_id as `0x${string}`, chain: chain.ref, amount, shown: null, signs: null };
}

/** The text for the wallet, made from the refund on the screen. Throws ConsentMismatch if the server asks for another. */
export function checkConsent(asked: ConsentAsked, chain: DeployedSubstrate): string {
  if (asked.request.kind !== 'substrate' || asked.chainId !== chain.genesis_hash) {
    throw new WalletError('refused', 'This wallet cannot sign for a policy on this network.');
  }
  const text = consentText({
    quoteId: asked.quoteId,
    refund: BigInt(asked.refund),
    validUntil: Math.floor(Date.parse(asked.validUntil) / 1000),
    genesisHash: chain.genesis_hash,
    symbol: chain.symbol,
    decimals: chain.decimals,
  });
  if (asked.request.message !== text) throw new ConsentMismatch();
  return text;
}
