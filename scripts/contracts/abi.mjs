#!/usr/bin/env node
// Writes the contract's ABI into domain/abi. With --check, only says whether it is up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, root } from './forge.mjs';

const target = join(root, 'domain/abi/insurance-payment.ts');

function generate() {
  // `forge inspect` would leave an artifact without bytecode, which breaks the next deployment.
  build();
  const { abi } = JSON.parse(
    readFileSync(join(root, 'out/InsurancePayment.sol/InsurancePayment.json'), 'utf8'),
  );
  // Clients don't need Solidity's own type names, a third of the size.
  const entries = abi.map((entry) =>
    JSON.stringify(entry, (key, value) => (key === 'internalType' ? undefined : value)),
  );
  return `// Generated from contracts/src/InsurancePayment.sol by scripts/contracts/abi.mjs: change the contract, not this file.
export const insurancePaymentAbi = [
  ${entries.join(',\n  ')}
] as const
`;
}

/** Whether domain/abi matches the contract. */
export function isFresh() {
  try {
    return readFileSync(target, 'utf8') === generate();
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--check')) {
    if (!isFresh()) {
      console.error('domain/abi/insurance-payment.ts is stale: run `node scripts/contracts/abi.mjs`.');
      process.exit(1);
    }
    console.log('domain/abi/insurance-payment.ts is up to date.');
  } else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, generate());
    console.log('Wrote domain/abi/insurance-payment.ts');
  }
}
