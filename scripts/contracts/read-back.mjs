// What a deployed contract says about itself, compared with what it was deployed with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainSeparator, hashTypedData, zeroAddress, zeroHash } from 'viem';
import { root } from './forge.mjs';

const CANCELLATION = {
  Cancellation: [
    { name: 'holder', type: 'address' },
    { name: 'quoteId', type: 'bytes32' },
    { name: 'refund', type: 'uint256' },
    { name: 'validUntil', type: 'uint256' },
  ],
};

/** A compiled contract: its ABI, the code that creates it, and the code that then stands on the chain. */
export function artifact(name) {
  const { abi, bytecode, deployedBytecode, metadata } = JSON.parse(
    readFileSync(join(root, 'out', `${name}.sol`, `${name}.json`), 'utf8'),
  );
  return { abi, bytecode: bytecode.object, runtime: deployedBytecode, metadata };
}

/** The compiler's standard JSON input for the contract, by which an explorer compiles it again. */
export function standardInput() {
  const { language, settings, sources } = artifact('InsurancePayment').metadata;
  const { compilationTarget: _, ...rest } = settings;
  const content = (path) => readFileSync(join(root, path), 'utf8');
  return {
    language,
    sources: Object.fromEntries(Object.keys(sources).map((path) => [path, { content: content(path) }])),
    settings: {
      ...rest,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'metadata'] } },
    },
  };
}

/**
 * One sentence for each difference between a contract and what it was deployed with; empty when there is none.
 * @param wiring `{ chainId, roles, recovery, delays, currencies }`, the last as the constructor takes them
 */
export async function problemsOf({
  client,
  contract,
  edition,
  chainId,
  roles,
  recovery,
  delays,
  currencies,
  tokens,
}) {
  const { abi, runtime } = artifact('InsurancePayment');
  const read = (functionName, args = []) =>
    client.readContract({ address: contract, abi, functionName, args });
  const problems = [];
  const expect = (what, actual, expected) => {
    if (actual !== expected) problems.push(`Its ${what} is ${actual} and should be ${expected}.`);
  };

  const code = (await client.getCode({ address: contract })) ?? '0x';
  if (withoutImmutables(code, runtime) !== withoutImmutables(runtime.object, runtime))
    problems.push('Its code is not what was compiled.');
  if (problems.length > 0) return problems;

  for (const [index, [name, holder]] of Object.entries(roles).entries()) {
    expect(`${name} role`, await read('roleHolder', [index]), holder);
  }
  expect('recovery address', await read('recovery'), recovery);
  const actualDelays = await read('delays');
  for (const [name, seconds] of Object.entries(delays)) {
    expect(
      `delay "${name}"`,
      actualDelays[name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())],
      seconds,
    );
  }
  expect('intake', (await read('paused')) ? 'paused' : 'open', 'open');
  expect('end of a halt', await read('haltedUntil'), 0n);

  const list = await read('currencies');
  expect('number of currencies', list.length, currencies.length);
  for (const [index, expected] of currencies.entries()) {
    const actual = list[index] ?? {};
    const whole = { ...expected, allowanceLeft: expected.allowance, accepted: true };
    for (const [field, value] of Object.entries(whole))
      expect(`currency ${index}'s ${field}`, actual[field], value);
  }
  for (const [symbol, { address, decimals, authorization }] of Object.entries(tokens)) {
    expect(
      `token ${symbol}'s number of decimals`,
      await readToken(client, address, 'decimals', 'uint8'),
      decimals,
    );
    if (!authorization) continue;
    const separator = await readToken(client, address, 'DOMAIN_SEPARATOR', 'bytes32');
    const domain = { ...authorization, chainId, verifyingContract: address };
    expect(`token ${symbol}'s signing domain`, separator, domainSeparator({ domain }));
  }

  const domain = { name: 'Mooring', version: String(edition), chainId, verifyingContract: contract };
  const message = { holder: zeroAddress, quoteId: zeroHash, refund: 0n, validUntil: 0n };
  const digest = hashTypedData({ domain, types: CANCELLATION, primaryType: 'Cancellation', message });
  expect(
    'EIP-712 digest of a sample',
    await read('hashCancellation', [zeroAddress, zeroHash, 0n, 0n]),
    digest,
  );
  return problems;
}

function readToken(client, address, functionName, type) {
  const abi = [
    { type: 'function', name: functionName, inputs: [], outputs: [{ type }], stateMutability: 'view' },
  ];
  return client.readContract({ address, abi, functionName });
}

/** The code with zeros where the constructor has filled immutable values in. */
function withoutImmutables(code, { immutableReferences = {} }) {
  let masked = code.toLowerCase();
  for (const { start, length } of Object.values(immutableReferences).flat()) {
    const from = 2 + 2 * start;
    masked = masked.slice(0, from) + '0'.repeat(2 * length) + masked.slice(from + 2 * length);
  }
  return masked;
}
