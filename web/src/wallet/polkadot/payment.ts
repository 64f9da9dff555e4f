import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { CheckedPayment, Payments } from '#web/wallet/payments.ts';
import type { Account } from './account.ts';
import { follow } from './follow.ts';
import type { Node } from './node.ts';
import { checkPayment } from './verify.ts';

/** Milliseconds between two looks at the finalized blocks. */
const LOOK_MS = 1_500;

/** Payments by transfer and remark. The hash is known and reported before anything is sent. */
export function paymentActions(
  chain: DeployedSubstrate,
  node: () => Promise<Node>,
  own: () => Promise<Account>,
): Payments {
  const transferOf = (open: Node, { amount, quoteId }: CheckedPayment) =>
    open.transfer(chain.recipient, amount, quoteId);

  return {
    check: async (answer, expected) => checkPayment(answer, expected, chain),
    async balances() {
      const [open, { address }] = await Promise.all([node(), own()]);
      return { [chain.symbol]: await open.balance(address) };
    },
    async estimate(payment) {
      const [open, { address }] = await Promise.all([node(), own()]);
      const fee = await open.fee(transferOf(open, payment), address);
      return { fee, ownFee: true, stays: open.deposit(), authorization: 'none' };
    },
    authorize: async (payment) => payment,
    approve: async (payment) => payment,
    async purchase(payment, onSigned) {
      const [open, account] = await Promise.all([node(), own()]);
      const transfer = transferOf(open, payment);
      const [held, fee] = await Promise.all([
        open.balance(account.address),
        open.fee(transfer, account.address),
      ]);
      if (held < payment.amount + fee + open.deposit()) {
        throw new WalletError('insufficient_funds', 'Insufficient funds for this transaction');
      }
      const signed = await open.sign(transfer, account);
      const sent = { txHash: signed.hash, blocks: signed.blocks };
      await onSigned(sent);
      await open.send(signed);
      return sent;
    },
    async waitForReceipt(sent, _, signal, onBlock) {
      if (sent.txHash === null) throw new WalletError('other', 'Payment transaction failed');
      const end = await follow(await node(), sent.txHash, sent.blocks, LOOK_MS, signal, onBlock);
      return { ...end, txHash: sent.txHash };
    },
    // A payment is followed to a finalized block, so there is nothing more to count.
    confirmations: async () => 1,
    // The page itself sends what the wallet has signed, so nothing is under way without its blocks.
    async attemptState({ blocks }) {
      const over = blocks === undefined || (await (await node()).finalized()) > blocks.to;
      return { state: over ? 'unpaid' : 'open' };
    },
  };
}
