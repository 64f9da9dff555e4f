/** The ERC-7730 descriptors in deploy/clear-signing, which wallets get from a public registry. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { files, folder } from '../contracts/clear-signing.mjs';

const CONTRACT = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
const OLDER = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

test('the files in deploy/clear-signing are what the contract, the sentences and deployments.json make today', () => {
  const made = files();
  assert.deepEqual(readdirSync(folder).sort(), made.map(([name]) => name).sort());
  for (const [name, text] of made) {
    assert.equal(
      readFileSync(join(folder, name), 'utf8'),
      text,
      `deploy/clear-signing/${name} is stale: run \`npm run descriptors\`.`,
    );
  }
});

test('the descriptors apply to every contract of this edition on every chain, and to no older one', () => {
  const contracts = [
    { address: CONTRACT, block: 9, edition: 4 },
    { address: OLDER, block: 1, edition: 1 },
  ];
  const made = Object.fromEntries(
    files({ 8453: { chain_id: 8453, contracts }, 1: { chain_id: 1, contracts } }).map(([name, text]) => [
      name,
      JSON.parse(text).context,
    ]),
  );
  const deployments = [
    { chainId: 1, address: CONTRACT },
    { chainId: 8453, address: CONTRACT },
  ];
  assert.deepEqual(made['calldata-InsurancePayment.json'].contract, { deployments });
  assert.deepEqual(made['eip712-InsurancePayment.json'].eip712, {
    domain: { name: 'Mooring', version: '4' },
    deployments,
  });
});
