/** Whether the worker takes the contract for its own, on the real contract behind a node that may answer otherwise. */
import { decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex, toHex } from 'viem';
import { expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { CHAIN_ROLES } from '#domain/registry/chain-roles.ts';
import { chainOf } from '#worker/platform/context.ts';
import { deskCtx } from '../../../../test/desk.ts';
import { countingChain, usual } from '../../../../test/harness.ts';

const PUBLIC_CHAIN = 11_155_111;
const [coin, token] = usual.currencies as [(typeof usual.currencies)[0], (typeof usual.currencies)[0]];
const OTHER = `0x${'9'.repeat(40)}`;
/** What a public chain needs at least. */
const DELAYS = {
  announcement: 2 * DAY_SECONDS,
  guardian: 7 * DAY_SECONDS,
  recovery: 5 * DAY_SECONDS,
  holderChange: 2 * DAY_SECONDS,
  contestedHolderChange: 14 * DAY_SECONDS,
};

interface Asked {
  id: number;
  method: string;
  params: [{ data: Hex }, ...unknown[]];
}

/** A node that answers as ours, but for what `change` answers to a call of the contract and to `eth_chainId`. */
const nodeWith = (change: (name: string, result: Hex) => Hex | undefined): typeof fetch => {
  return async (input, init) => {
    const calls = JSON.parse(String(init?.body)) as Asked[];
    const answers = (await (await fetch(input, init)).json()) as { id: number; result: Hex }[];
    const nameOf = ({ method, params }: Asked) => {
      if (method !== 'eth_call') return method;
      try {
        return decodeFunctionData({ abi, data: params[0].data }).functionName;
      } catch {
        return method;
      }
    };
    return Response.json(
      answers.map((answer) => {
        const asked = calls.find(({ id }) => id === answer.id);
        return { ...answer, result: (asked && change(nameOf(asked), answer.result)) ?? answer.result };
      }),
    );
  };
};

const intakeOf = async (config: object = {}, fetcher?: typeof fetch, currency = coin) => {
  const CHAINS = JSON.stringify([{ ...usual, ...config }]);
  const ctx = deskCtx(fetcher ? { fetch: fetcher } : {}, { CHAINS });
  const { chain_id } = { ...usual, ...config };
  return chainOf(ctx, String(chain_id)).salesStatus(currency);
};

test('accepts the contract that the deployment names, with every role, in one request', async () => {
  expect(Object.keys(usual.roles ?? {})).toEqual([...CHAIN_ROLES]);
  const { seen, edges } = countingChain();
  expect(await intakeOf({}, edges.fetch)).toMatchObject({ problem: null });
  expect(seen.requests).toBe(1);
});

test.each(
  CHAIN_ROLES.filter((role) => role !== 'signer'),
)('refuses a contract whose %s is another than the deployment names', async (role) => {
  const roles = { ...usual.roles, [role]: OTHER };
  expect((await intakeOf({ roles })).problem).toBe(`The contract's ${role} is not ours`);
});

test('uses the account of its own key as the signer, even when the record names an earlier one', async () => {
  expect((await intakeOf({ roles: { ...usual.roles, signer: OTHER } })).problem).toBeNull();
});

test('refuses a different signer even without a record of the roles', async () => {
  const CHAINS = JSON.stringify([{ ...usual, roles: undefined }]);
  const withKey = (key: string) => deskCtx({}, { CHAINS, ...(key ? { QUOTE_SIGNER_KEY: key } : {}) });
  const problemWith = async (key: string) =>
    (await chainOf(withKey(key), String(usual.chain_id)).salesStatus(coin)).problem;
  expect(await problemWith('')).toBeNull();
  expect(await problemWith(`0x${'6'.repeat(64)}`)).toBe("The contract's signer is not ours");
});

test.each(
  Object.keys(DELAYS) as (keyof typeof DELAYS)[],
)('refuses a contract on a public chain whose delay "%s" is a second too short', async (name) => {
  const config = { chain_id: PUBLIC_CHAIN, key: 'sepolia', confirmations: 2 };
  const problemWith = async (delays: typeof DELAYS) => {
    const node = nodeWith((asked) => {
      if (asked === 'eth_chainId') return toHex(PUBLIC_CHAIN);
      if (asked !== 'delays') return undefined;
      return encodeFunctionResult({ abi, functionName: 'delays', result: delays });
    });
    return (await intakeOf(config, node)).problem;
  };
  expect(await problemWith(DELAYS)).toBeNull();
  expect(await problemWith({ ...DELAYS, [name]: DELAYS[name] - 1 })).toBe(
    "The contract's delays are shorter than promised",
  );
});

test('takes short delays on a local chain', async () => {
  const none = { announcement: 0, guardian: 0, recovery: 0, holderChange: 0, contestedHolderChange: 0 };
  const node = nodeWith((asked) =>
    asked === 'delays' ? encodeFunctionResult({ abi, functionName: 'delays', result: none }) : undefined,
  );
  expect((await intakeOf({}, node)).problem).toBeNull();
});

test('refuses a currency that the contract has closed or does not list, and no other', async () => {
  const closing = (address: string | null) =>
    nodeWith((asked, result) => {
      if (asked !== 'currencies') return undefined;
      const list = decodeFunctionResult({ abi, functionName: 'currencies', data: result });
      return encodeFunctionResult({
        abi,
        functionName: 'currencies',
        result: list.map((each) => ({
          ...each,
          accepted: each.token.toLowerCase() !== address && each.accepted,
        })),
      });
    });
  const refused = `The contract does not accept ${token.symbol}`;
  expect((await intakeOf({}, closing(token.token), token)).problem).toBe(refused);
  expect((await intakeOf({}, closing(token.token), coin)).problem).toBeNull();
  const unlisted = nodeWith((asked, result) => {
    if (asked !== 'currencies') return undefined;
    const list = decodeFunctionResult({ abi, functionName: 'currencies', data: result });
    return encodeFunctionResult({ abi, functionName: 'currencies', result: list.slice(0, 1) });
  });
  expect((await intakeOf({}, unlisted, token)).problem).toBe(refused);
});
