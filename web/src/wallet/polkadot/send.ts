import { shortAddress } from '#domain/address.ts';
import { formatAmount } from '#domain/money.ts';
import { parseRemark } from '#domain/payouts/remark.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { substrateAddress, substrateKey } from '#domain/ss58.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { OutsideCall, Rehearsal, Sender } from '#web/wallet/sender.ts';
import type { Account } from './account.ts';
import { follow } from './follow.ts';
import type { Node, Signed, Transaction } from './node.ts';

export type PreparedTransfer = Extract<ReadyCall, { kind: 'substrate' }>;

interface Wallet {
  chain: DeployedSubstrate;
  node: () => Promise<Node>;
  /** The connected account; throws WalletError without one. */
  own: () => Promise<Account>;
}

/** Milliseconds between two looks at the finalized blocks. */
const LOOK_MS = 1_500;

const REVERTED =
  'The network refused this transaction on chain, so no money moved except for the fee. Look it up, and prepare it again.';
const LAPSED = 'The network did not take the transaction in time, so it can never count. No money has moved.';

const refused = (reason: string): Rehearsal => ({
  state: 'refused',
  says: `The network would refuse this, so nothing was sent. ${reason}`,
});

/** Throws WalletError unless the call pays somebody else with one of our remarks. */
function check(call: PreparedTransfer, chain: DeployedSubstrate): void {
  const payee = substrateKey(call.recipient);
  const said = parseRemark(new TextEncoder().encode(call.remark))?.kind;
  const known =
    (said === 'claim' || said === 'refund') && payee !== null && payee !== substrateKey(chain.recipient);
  if (!known || BigInt(call.amount) <= 0n) {
    throw new WalletError('refused', 'This is not one of our payouts or refunds, so nothing was sent.');
  }
}

/** Pays from the recipient's account: a transfer with a remark in one batch, which counts once it is finalized. */
export function polkadotSender(call: PreparedTransfer, { chain, node, own }: Wallet): Sender {
  const payer = substrateAddress(substrateKey(chain.recipient) ?? '', chain.ss58_prefix);
  const shown = (units: bigint) => formatAmount(units, chain.decimals, chain.symbol);
  let signed: Signed | null = null;

  async function build(): Promise<{ at: Node; transfer: Transaction }> {
    check(call, chain);
    const at = await node();
    return { at, transfer: at.transfer(call.recipient, BigInt(call.amount), call.remark) };
  }

  /** What the account can send and still exist. */
  const spendable = async (at: Node) => {
    const rest = (await at.balance(payer)) - at.deposit();
    return rest > 0n ? rest : 0n;
  };

  /** Why the pool can't send this; null if it can. */
  async function shortfall(at: Node, fee: bigint): Promise<string | null> {
    const amount = BigInt(call.amount);
    const [free, payee] = await Promise.all([spendable(at), at.balance(call.recipient)]);
    if (free < amount + fee) {
      return `The pool can send ${shown(free)}, and this needs ${shown(amount + fee)} with the network’s fee.`;
    }
    if (amount < at.deposit() && payee === 0n) {
      return `The payee’s account is empty, and the network refuses less than ${shown(at.deposit())} to such an account. The amount stays owed.`;
    }
    return null;
  }

  async function rehearse(account: string | null): Promise<Rehearsal> {
    const { at, transfer } = await build();
    const fee = await at.fee(transfer, payer);
    const problem = await shortfall(at, fee);
    if (problem !== null) return refused(problem);
    const short = shortAddress(payer);
    const outside: OutsideCall = {
      data: transfer.method.toHex(),
      says: `If ${short} is a multisig or a proxied account, submit this call with its tool. Then report the transaction that carried it out, with its block.`,
    };
    if (account === null) {
      const says = `Connect the wallet of ${short}, the account that pays. It neither signs you in nor out.`;
      return { state: 'no_wallet', says, outside };
    }
    if (substrateKey(account) !== substrateKey(payer)) {
      const says = `This is paid from ${short}. The connected account is another one.`;
      return { state: 'wrong_account', says, outside };
    }
    const says = `The pool can pay it; the network’s fee is about ${shown(fee)}. Nothing is sent before you confirm.`;
    return { state: 'ready', says };
  }

  return {
    // An extension shows the transfer as the network's own metadata describes it.
    shows: async () => null,
    rehearse: (account) =>
      rehearse(account).catch((error: unknown) => ({ state: 'refused', says: messageOf(error) })),
    async send(account, announce) {
      const [{ at, transfer }, from] = await Promise.all([build(), own()]);
      if (from.key !== substrateKey(account) || from.key !== substrateKey(payer)) {
        throw new WalletError('refused', 'Your wallet changed to another account, so nothing was sent.');
      }
      // Signed again it would be another transaction, and both could be included.
      signed ??= await at.sign(transfer, from);
      await announce?.(signed.hash);
      await at.send(signed);
      return signed.hash;
    },
    async follow(hash) {
      const end = await follow(await node(), hash, signed?.blocks, LOOK_MS);
      if (end.status === 'lapsed') return { hash, block: null, problem: LAPSED };
      return { hash, block: end.block, problem: end.status === 'mined' ? null : REVERTED };
    },
    async pool() {
      const title = `${chain.symbol} pool of the account ${shortAddress(payer)}`;
      const balance = await spendable(await node());
      const { symbol, decimals } = chain;
      return { title, symbol, decimals, balance, owed: 0n, allowance: null };
    },
  };
}
