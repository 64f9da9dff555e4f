/** What happens on the EVM chain of a campaign: wallets that sign and send, and reorganizations. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData, erc20Abi, type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { evmCall } from '../desk.ts';
import { localAccount, shaky, shakyChain } from '../harness.ts';
import { revertTo } from '../registry.ts';

/** More than each of our calls takes. */
const GAS = 500_000n;
const FEE = 10n ** 11n;
const COIN = 10n ** 18n;
/** Blocks after which nothing on the chain is doubted anymore. */
export const DEEP = 8;

type Request = { to: Hex; data: Hex; value?: bigint };

const KEYS = JSON.parse((env as unknown as { RELAY_KEYS: string }).RELAY_KEYS) as Record<string, Hex>;
const USDC = shaky.currencies.find(({ symbol }) => symbol === 'USDC')?.token as Hex;

/** A signed transaction, which can be sent again after a reorganization. */
export interface Signed {
  raw: Hex;
  hash: Hex;
}

/** Signs a transaction as its account's next one, or with a nonce that it has used before. */
export async function sign(
  account: PrivateKeyAccount | ReturnType<typeof localAccount>,
  request: Request,
  nonce?: number,
): Promise<Signed> {
  const raw = await account.signTransaction({
    ...request,
    chainId: shaky.chain_id,
    nonce: nonce ?? (await shakyChain.getTransactionCount({ address: account.address, blockTag: 'pending' })),
    gas: GAS,
    maxFeePerGas: FEE,
    maxPriorityFeePerGas: 10n ** 9n,
    type: 'eip1559',
  });
  return { raw, hash: keccak256(raw) };
}

/** The same call in a transaction of its own. */
export async function again(account: Parameters<typeof sign>[0], request: Request): Promise<Signed> {
  const spent = await sign(account, { to: account.address, data: '0x' });
  await broadcast(spent);
  return sign(account, request);
}

export const broadcast = ({ raw }: Signed) => shakyChain.sendRawTransaction({ serializedTransaction: raw });

/** Whether a transaction is mined, and succeeded. */
export async function outcome({ hash }: Signed): Promise<'success' | 'reverted' | null> {
  const receipt = await shakyChain.getTransactionReceipt({ hash }).catch(() => null);
  return receipt?.status ?? null;
}

export const paymentOf = (quote: QuoteAnswer): Request => {
  const { to, data, value } = quote.payment as EvmPayment;
  return { to: to as Hex, data: data as Hex, value: BigInt(value) };
};

export const readyCall = (ready: { to: string; data: string }): Request => evmCall(ready);

export const mine = (blocks: number) => shakyChain.mine({ blocks });

/** Has nothing mined meanwhile, as if the chain stood still. */
export async function halted<Result>(run: () => Promise<Result>): Promise<Result> {
  await shakyChain.setAutomine(false);
  try {
    return await run();
  } finally {
    await shakyChain.setAutomine(true);
    await mine(1);
  }
}

/** Replaces everything since the snapshot by other blocks. */
export const reorganize = (snapshot: Hex, blocks: number) => revertTo(snapshot, blocks);

/** Replaces the key that the contract takes quotes from. */
export async function replaceSigner(holder: Hex): Promise<void> {
  const data = encodeFunctionData({
    abi: insurancePaymentAbi,
    functionName: 'replaceSigner',
    args: [holder],
  });
  await broadcast(await sign(localAccount(2), { to: shaky.contract as Hex, data }));
}

/** The contract's number of that role. */
const SIGNER = 6;
export const signerOnChain = () =>
  shakyChain.readContract({
    address: shaky.contract as Hex,
    abi: insurancePaymentAbi,
    functionName: 'roleHolder',
    args: [SIGNER],
  });

/** Gives an account tokens of a year's premium and no coins. */
export async function giveTokens(to: Hex, amount: bigint): Promise<void> {
  await shakyChain.setBalance({ address: to, value: 0n });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  await broadcast(await sign(localAccount(5), { to: USDC, data }));
}

/** Gives the relay's account coins to pay its fees with. */
export async function fundRelay(): Promise<void> {
  const address = privateKeyToAddress(KEYS[shaky.chain_id] as Hex);
  await shakyChain.setBalance({ address, value: 1000n * COIN });
}

/** The chain as it was before the first run, so that none depends on another. */
let fresh: Hex | null = null;
export async function freshChain(): Promise<void> {
  if (fresh) await shakyChain.revert({ id: fresh });
  fresh = await shakyChain.snapshot();
  await shakyChain.setAutomine(true);
  const { timestamp } = await shakyChain.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1000));
  if (now > timestamp) await shakyChain.setNextBlockTimestamp({ timestamp: now });
  await mine(1);
}

export const passOnChain = async (seconds: number): Promise<void> => {
  await shakyChain.increaseTime({ seconds });
};
