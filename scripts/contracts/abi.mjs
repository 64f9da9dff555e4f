#!/usr/bin/env node
// Writes the contract's ABI into domain/abi, or with --check says whether what is there is fresh.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './forge.mjs';

const target = join(root, 'domain/abi/insurance-payment.ts');

function generate() {
  // Not `forge inspect`: it leaves an artifact without bytecode behind, which the next deployment would trip over.
  build();
  const { abi } = JSON.parse(
    readFileSync(join(root, 'out/InsurancePayment.sol/InsurancePayment.json'), 'utf8'),
  );
  // Solidity's own type names are of no use to a client, and a third of the size.
  const json = JSON.stringify(abi, (key, value) => (key === 'internalType' ? undefined : value), 2);
  return `// Generated from contracts/src/InsurancePayment.sol by scripts/contracts/abi.mjs: change the contract, not this file.
export const insurancePaymentAbi = ${json} as const
`;
}

/** Whether domain/abi is what the contract says. */
export function isFresh() {
  try {
    return readFileSync(target, 'utf8') === generate();
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--check')) {
    if (!isFresh()) {
      console.error('domain/abi/insurance-payment.ts is stale: run `node scripts/contracts/abi.mjs`.');
      process.exit(1);
    }
    console.log('domain/abi/insurance-payment.ts is fresh.');
  } else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, generate());
    console.log('Wrote domain/abi/insurance-payment.ts');
  }
}
