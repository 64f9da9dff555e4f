import { encodeFunctionResult, type Hex, toFunctionSelector, zeroAddress } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';

/** A fake node, with what it answers. */
export interface FakeNode {
  policies?: Record<string, Partial<typeof NOBODY>>;
  inForce?: boolean;
  /** Seconds since 1970 of the newest block. */
  timestamp?: number;
  /** Answers every call as an address without a contract. */
  noContract?: boolean;
  down?: boolean;
  /** Answers by JSON-RPC method. Undefined falls back to the usual answer; a thrown error becomes the error answer. */
  answers?: Record<string, (params: unknown[]) => unknown>;
  /** Policies of its other contracts, by the contract's address in lower case. */
  elsewhere?: Record<string, Record<string, Partial<typeof NOBODY>>>;
  /** Contracts that cannot be read, by their address in lower case. */
  broken?: string[];
  /** Changes to its entry in the site's list of networks. */
  listed?: Partial<Omit<ReturnType<typeof chainAt>, 'currencies'>> & {
    currencies?: unknown;
    contracts?: unknown[];
  };
}

const NOBODY = {
  holder: zeroAddress as Hex,
  product: 0,
  status: 0,
  token: zeroAddress as Hex,
  start: 0n,
  end: 0n,
  cover: 0,
  paidOut: 0,
  claims: 0,
};

const POLICY_OF = toFunctionSelector('policyOf(bytes32)');

const chainAt = (index: number) => ({
  chain_id: index === 0 ? 1337 : 1000 + index,
  key: `chain-${index}`,
  name: `Chain ${'ABC'[index]}`,
  rpc_url: `http://node-${index}.test/`,
  contract: `0x${String(index + 1).repeat(40)}`,
  start_block: 0,
  confirmations: 1,
  currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
});

function answer(node: FakeNode, method: string, params: unknown[]): unknown {
  const own = node.answers?.[method]?.(params);
  if (own !== undefined) return own;
  if (method === 'eth_getBlockByNumber') {
    return { number: '0x2a', timestamp: `0x${(node.timestamp ?? 0).toString(16)}` };
  }
  if (method === 'eth_getCode') return '0x';
  const { data, to } = params[0] as { data: Hex; to: string };
  if (node.noContract || node.broken?.includes(to.toLowerCase())) return '0x';
  const policies = node.elsewhere?.[to.toLowerCase()] ?? node.policies;
  if (!data.startsWith(POLICY_OF)) {
    return encodeFunctionResult({
      abi: insurancePaymentAbi,
      functionName: 'isInForce',
      result: node.inForce ?? false,
    });
  }
  const stored = policies?.[`0x${data.slice(10)}`];
  return encodeFunctionResult({
    abi: insurancePaymentAbi,
    functionName: 'policyOf',
    result: { ...NOBODY, ...stored },
  });
}

interface Asked {
  url: string;
  method: string;
  params: unknown[];
}

/** A `fetch` with these nodes and the `/deployment.json` that names them. `asked` lists every JSON-RPC request. */
export function fakeChains(nodes: FakeNode[]) {
  const asked: Asked[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    if (url === '/deployment.json') {
      return Response.json({
        environment: 'local',
        chains: nodes.map(({ listed }, index) => ({ ...chainAt(index), ...listed })),
      });
    }
    const node = nodes[Number(/node-(\d)/.exec(url)?.[1] ?? -1)];
    if (!node || node.down) throw new TypeError('Failed to fetch');
    const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: unknown[] };
    asked.push({ url, method, params });
    try {
      return Response.json({ jsonrpc: '2.0', id: 1, result: answer(node, method, params) });
    } catch (error) {
      const { code, message } = error as { code: number; message: string };
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code, message } });
    }
  };
  return { fetch, asked };
}
