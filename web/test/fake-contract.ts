import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  erc20Abi,
  getAbiItem,
  type Hex,
  keccak256,
  toEventSelector,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import { CHAIN_ROLES, type ChainRole } from '#web/wallet/evm/contract/roles.ts';
import { connectExtension } from './connect.ts';
import type { FakeExtension, RpcRequest } from './fake-extension.ts';
import { CONTRACT, HOLDER } from './sample-case.ts';

/** Who holds which role of the fake contract. */
export const ROLE_HOLDERS: Record<ChainRole, Hex> = {
  administrator: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  guardian: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  claims: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  underwriter: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  treasurer: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  pauser: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  signer: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
};

const DAY = 86_400;
const ETH = 10n ** 18n;

/** The contract's power table (contracts/src/Powers.sol). */
const POWERS: Record<string, { roles: readonly ChainRole[]; announced?: boolean }> = {
  payClaim: { roles: ['claims'] },
  payAnnounced: { roles: ['claims'], announced: true },
  refund: { roles: ['underwriter'] },
  reject: { roles: ['underwriter'] },
  withdraw: { roles: ['treasurer'], announced: true },
  grantRole: { roles: ['administrator'], announced: true },
  grantPauser: { roles: ['administrator'] },
  replaceSigner: { roles: ['underwriter'] },
  revokeRole: { roles: ['administrator', 'guardian'] },
  vetoAll: { roles: ['guardian'] },
  pause: { roles: ['pauser', 'guardian'] },
  unpause: { roles: ['administrator'] },
  haltPayouts: { roles: ['pauser', 'guardian'] },
  liftHalt: { roles: ['guardian'] },
  addCurrency: { roles: ['administrator'], announced: true },
  closeCurrency: { roles: ['administrator', 'guardian'] },
  loosenLimits: { roles: ['administrator'], announced: true },
  tightenLimits: { roles: ['administrator', 'guardian'] },
};
const SELECTORS = new Map<string, string>(
  abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item.name] as const] : [])),
);

/** What a contract wallet calls a transaction that it has not sent. */
export const OWN_HASH: Hex = `0x${'e'.repeat(64)}`;
const CLAIM_PAID = toEventSelector(getAbiItem({ abi, name: 'ClaimPaid' }));

interface Transaction {
  from: string;
  to: string;
  data: Hex;
  value?: Hex;
}

interface Currency {
  token: Hex;
  minPerDollar: bigint;
  maxPerDollar: bigint;
  owed: bigint;
  minimumReserve: bigint;
  allowance: number;
  allowanceLeft: number;
  accepted: boolean;
}

/** A chain's node with our contract on it. What a wallet sends is mined in the same moment. */
export class FakeContract {
  /** Seconds since 1970 of the newest block. */
  time = Date.parse('2026-11-21T12:00:00Z') / 1000;
  /** Seconds between two blocks. */
  blockSeconds = 0;
  balance = 250n * ETH;
  haltedUntil = 0;
  delays = {
    announcement: 2 * DAY,
    guardian: 7 * DAY,
    recovery: 5 * DAY,
    holderChange: 7 * DAY,
    contestedHolderChange: 30 * DAY,
  };
  /** Who can become administrator once the guardian announces it; zero for nobody. */
  recovery: Hex = zeroAddress;
  currencies: Currency[] = [
    {
      token: zeroAddress,
      minPerDollar: ETH / 10_000n,
      maxPerDollar: ETH / 500n,
      owed: 0n,
      minimumReserve: 10n * ETH,
      allowance: 20_000,
      allowanceLeft: 18_000,
      accepted: true,
    },
  ];
  /** An error of the contract, encoded, with which it refuses every call that changes something. */
  refusal: Hex | null = null;
  /** Other tokens by their address in lower case. The contract holds none of them. */
  readonly tokens = new Map<string, { symbol: string; decimals: number }>();
  readonly sent: Transaction[] = [];
  /** Whether the wallet is a contract: it names what it is asked to send by a hash of its own, until `execute`. */
  ownHashes = false;
  private executed = 0;
  /** The transaction of those that were sent with others. */
  private readonly together = new Map<number, Hex>();
  /** False: what is sent waits for its block. */
  mining = true;
  /** Milliseconds until the node answers a question for a block. */
  blockDelay = 0;
  private readonly announced = new Map<Hex, { data: Hex; by: Hex; at: number }>();

  /** Serves `/deployment.json` and the node, as the `elsewhere` of a fake API. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (String(input).endsWith('/deployment.json')) return Response.json(this.deployment);
    if (!String(input).startsWith('http://node.test/')) return new Response(null, { status: 404 });
    const body = JSON.parse(String(init?.body));
    if (this.blockDelay > 0 && JSON.stringify(body).includes('eth_getBlockByNumber')) {
      await new Promise((resolve) => setTimeout(resolve, this.blockDelay));
    }
    return Response.json(Array.isArray(body) ? body.map(this.reply) : this.reply(body));
  };

  private readonly deployment = {
    environment: 'local',
    chains: [
      {
        chain_id: 1337,
        key: 'ganache',
        name: 'Ganache',
        rpc_url: 'http://node.test/',
        contract: CONTRACT,
        currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
      },
    ],
  };

  private readonly reply = ({ id, method, params }: RpcRequest & { id: number }) => {
    try {
      return { jsonrpc: '2.0', id, result: this.answer(method, (params ?? []) as unknown[]) };
    } catch (error) {
      const { code = -32603, message, data } = error as { code?: number; message: string; data?: Hex };
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
  };

  /** Has the wallet's account send this transaction, and answers its hash. */
  readonly send = (params: unknown[]): Hex => {
    const transaction = params[0] as Transaction;
    this.sent.push(transaction);
    const { functionName, args } = decodeFunctionData({ abi, data: transaction.data });
    if (functionName === 'announce') {
      const data = args[0];
      this.announced.set(keccak256(data), { data, by: transaction.from as Hex, at: this.time });
    }
    if (functionName === 'veto') this.announced.delete(keccak256(args[0]));
    if (functionName === 'haltPayouts') this.haltedUntil = this.time + 3 * DAY;
    if (functionName === 'loosenLimits' || functionName === 'addCurrency') {
      if (!this.announced.delete(keccak256(transaction.data))) throw new Error('It is not announced.');
    }
    if (functionName === 'loosenLimits') {
      const [config] = args;
      const listed = this.currencies.find(({ token }) => token === config.token);
      if (listed) Object.assign(listed, config);
    }
    if (functionName === 'addCurrency') {
      const [config] = args;
      this.currencies.push({ ...config, owed: 0n, allowanceLeft: config.allowance, accepted: true });
    }
    return this.ownHashes ? OWN_HASH : this.hashOf(this.sent.length - 1);
  };

  /** The same for several transactions in one, which is carried out at once. */
  sendTogether(transactions: readonly Transaction[]): Hex {
    const hash = this.hashOf(this.sent.length);
    for (const transaction of transactions) {
      this.together.set(this.sent.length, hash);
      this.send([transaction]);
    }
    this.execute();
    return hash;
  }

  /** The owners of a contract wallet have signed, and another account sends what it was asked for. */
  execute(): void {
    this.executed = this.sent.length;
  }

  /** The hash of the transaction that was sent as number `index`. */
  hashOf(index: number): Hex {
    return this.together.get(index) ?? `0x${(index + 1).toString(16).padStart(64, 'c')}`;
  }

  private answer(method: string, params: unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return toHex(1337);
      case 'eth_blockNumber':
        return this.mining ? '0x10' : '0xf';
      case 'eth_getBlockByNumber':
        return this.block(params[0] as Hex | 'latest');
      case 'eth_getBalance':
        return toHex(this.balance);
      case 'eth_getLogs':
        if (JSON.stringify(params).includes(CLAIM_PAID)) return this.paid(params[0] as { topics: Hex[] });
        return [...this.announced]
          .map(([hash, { data, by, at }], index) => this.log(hash, data, by, at, index))
          .filter(
            ({ blockNumber }) => Number(blockNumber) >= Number((params[0] as { fromBlock: Hex }).fromBlock),
          );
      case 'eth_getTransactionByHash':
        return this.found(params[0] as Hex, ({ from, to, data }) => ({
          hash: params[0],
          from,
          to,
          input: data,
          nonce: '0x0',
          type: '0x2',
        }));
      case 'eth_getTransactionReceipt':
        if (!this.mining) return null;
        return this.found(params[0] as Hex, () => ({
          transactionHash: params[0],
          status: '0x1',
          type: '0x2',
          logs: [],
        }));
      case 'eth_call':
        return this.call(params[0] as { to: string; data: Hex });
      default:
        throw new Error(`The node was asked for ${method}`);
    }
  }

  private found(hash: Hex, of: (transaction: Transaction) => object): object | null {
    const index = this.sent.findIndex((_, at) => this.hashOf(at) === hash);
    const transaction = this.sent[index];
    const place = this.mining ? { blockNumber: '0x10', transactionIndex: '0x0' } : {};
    return transaction ? { ...of(transaction), ...place } : null;
  }

  /** The newest block has number 16. */
  private block(asked: Hex | 'latest') {
    const number = asked === 'latest' ? 16 : Number(asked);
    return {
      number: toHex(number),
      timestamp: toHex(this.time - (16 - number) * this.blockSeconds),
      transactions: [],
    };
  }

  /** From when to when a call that was announced at `at` can be made. */
  private timesOf(data: Hex, at: number): [bigint, bigint] {
    const call = announcedPayout(data) ? null : decodeFunctionData({ abi, data });
    const granted = call?.functionName === 'grantRole' ? CHAIN_ROLES[call.args[0]] : null;
    const { announcement, guardian, recovery } = this.delays;
    const delay = granted === 'guardian' ? guardian : granted === 'administrator' ? recovery : announcement;
    return [BigInt(at + delay), BigInt(at + delay + (granted === 'guardian' ? 2 : 7) * DAY)];
  }

  private log(callHash: Hex, data: Hex, by: Hex, at: number, index: number) {
    return {
      address: CONTRACT,
      topics: encodeEventTopics({
        abi,
        eventName: 'CallAnnounced',
        args: { callHash, selector: data.slice(0, 10) as Hex, by },
      }),
      data: encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint256' }, { type: 'uint256' }],
        [data, ...this.timesOf(data, at)],
      ),
      blockNumber:
        this.blockSeconds > 0 ? toHex(16 - Math.floor((this.time - at) / this.blockSeconds)) : '0x10',
      logIndex: toHex(index),
      transactionIndex: '0x0',
      transactionHash: this.hashOf(0),
    };
  }

  /** The events of the claims of a policy that were paid. */
  private paid({ topics: [, wanted] }: { topics: readonly Hex[] }) {
    return this.sent.slice(0, this.executed).flatMap(({ data }, index) => {
      const { functionName, args } = decodeFunctionData({ abi, data });
      if (functionName !== 'payClaim') return [];
      const [quoteId, claimNumber, incidentAt, dollars, amount] = args;
      if (wanted && wanted !== quoteId) return [];
      return {
        address: CONTRACT,
        topics: encodeEventTopics({ abi, eventName: 'ClaimPaid', args: { quoteId, holder: HOLDER } }),
        data: encodeAbiParameters(
          ['uint256', 'address', 'uint256', 'uint256', 'uint256', 'bool'].map((type) => ({ type })),
          [claimNumber, zeroAddress, amount, dollars, incidentAt, false],
        ),
        blockNumber: '0x10',
        logIndex: toHex(index),
        transactionIndex: '0x0',
        transactionHash: this.hashOf(index),
      };
    });
  }

  private call({ to, data }: { to: string; data: Hex }): Hex {
    const token = this.tokens.get(to.toLowerCase());
    if (token) {
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data });
      const known: Record<string, unknown> = { ...token, balanceOf: 0n };
      return encodeFunctionResult({ abi: erc20Abi, functionName, result: known[functionName] } as Parameters<
        typeof encodeFunctionResult
      >[0]);
    }
    if (to.toLowerCase() !== CONTRACT.toLowerCase()) return '0x';
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    const result = (value: unknown) =>
      encodeFunctionResult({ abi, functionName, result: value } as Parameters<
        typeof encodeFunctionResult
      >[0]);
    switch (functionName) {
      case 'powerOf': {
        const power = POWERS[SELECTORS.get(args[0] as Hex) ?? ''];
        const bits = (power?.roles ?? []).map((role) => 1 << CHAIN_ROLES.indexOf(role));
        return result([bits.reduce((sum, bit) => sum | bit, 0), power?.announced ?? false]);
      }
      case 'roleHolder':
        return result(ROLE_HOLDERS[CHAIN_ROLES[args[0] as number] as ChainRole]);
      case 'recovery':
        return result(this.recovery);
      case 'delays':
        return result(this.delays);
      case 'paused':
        return result(false);
      case 'haltedUntil':
        return result(BigInt(this.haltedUntil));
      case 'currencies':
        return result(this.currencies);
      case 'freeCapital':
        return result(this.balance - 10n * ETH);
      case 'announcementOf': {
        const found = this.announced.get(args[0] as Hex);
        return result(found ? this.timesOf(found.data, found.at) : [0n, 0n]);
      }
      default:
        if (this.refusal !== null) {
          throw Object.assign(new Error('execution reverted'), { code: 3, data: this.refusal });
        }
        return '0x';
    }
  }

  /** Connects `account` of this extension as the wallet, which sends what it is asked to. */
  async connect(extension: FakeExtension, account: string): Promise<void> {
    extension.accounts = [account];
    extension.answers = { eth_sendTransaction: this.send };
    await connectExtension();
  }
}
