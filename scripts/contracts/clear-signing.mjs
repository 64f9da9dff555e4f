#!/usr/bin/env node
// Writes the ERC-7730 descriptors of the contracts in deployments.json into deploy/clear-signing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptors } from '../../domain/clear-signing/descriptor.ts';
import { contractDomain } from '../../domain/quote/contract-domain.ts';
import { root } from './forge.mjs';

export const folder = join(root, 'deploy/clear-signing');

/** Each descriptor as `[file name, text]`, for the contracts of this edition: an older one has other functions. */
export function files(records = JSON.parse(readFileSync(join(root, 'deployments.json'), 'utf8'))) {
  const current = Number(contractDomain(0, '0x').version);
  const deployments = Object.values(records).flatMap(({ chain_id, contracts = [] }) =>
    contracts
      .filter(({ edition }) => edition === current)
      .map(({ address }) => ({ chainId: chain_id, address })),
  );
  return Object.entries(descriptors(deployments)).map(([name, content]) => [
    name,
    `${JSON.stringify(content, null, 2)}\n`,
  ]);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files()) {
    writeFileSync(join(folder, name), text);
    console.log(`Wrote deploy/clear-signing/${name}`);
  }
}
