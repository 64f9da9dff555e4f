#!/usr/bin/env node
// Checks that the contract's EIP-712 types, domain name and version are those that domain/ builds and wallets sign.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zeroAddress } from 'viem';
import { CANCELLATION_TYPES, cancellationTypedData } from '../../domain/policy/consent.ts';
import { QUOTE_TYPES, quoteTypedData } from '../../domain/quote/typed-data.ts';
import { root, run } from './forge.mjs';

const source = (name) => readFileSync(join(root, 'contracts/src', name), 'utf8');

/** A type string as the contract writes it into its type hash, which may go over several lines. */
function hashed(file, type) {
  const literals = /keccak256\(\s*((?:"[^"]*"\s*)+)\)/g;
  const strings = [...source(file).matchAll(literals)].map(([, text]) => text.replace(/"\s*"|"|\s+$/g, ''));
  return strings.find((text) => text.startsWith(`${type}(`));
}

/** The struct's own type string, which forge derives from its fields. */
function declared(type) {
  const { status, stdout, stderr } = run('forge', ['eip712', 'contracts/src/IInsurancePayment.sol']);
  if (status !== 0) throw new Error(`forge eip712 failed\n${stdout}${stderr}`);
  return new RegExp(`${type}\\([^)]*\\)`).exec(stdout)?.[0];
}

const inDomain = (types, type) =>
  `${type}(${types[type].map(({ name, type: of }) => `${of} ${name}`).join(',')})`;
const quote = inDomain(QUOTE_TYPES, 'Quote');
const cancellation = inDomain(CANCELLATION_TYPES, 'Cancellation');
const [, name, version] = /return \("([^"]*)", "([^"]*)"\);/.exec(source('Registry.sol'));
const domain = `${name} ${version}`;
const domainOf = (typedData) => {
  const { domain } = typedData(1, zeroAddress, { holder: zeroAddress, validUntil: 0 });
  return `${domain.name} ${domain.version}`;
};

const pairs = [
  ['quote', declared('Quote'), quote],
  ['hashed quote', hashed('Registry.sol', 'Quote'), quote],
  ['hashed cancellation', hashed('InsurancePayment.sol', 'Cancellation'), cancellation],
  ['domain of quotes', domain, domainOf(quoteTypedData)],
  ['domain of cancellations', domain, domainOf(cancellationTypedData)],
];
for (const [what, contract, ours] of pairs) {
  if (contract === ours) continue;
  console.error(`The contract's ${what} is ${contract}\nand ours is ${ours}`);
  process.exitCode = 1;
}
if (!process.exitCode) console.log(`Contract and domain agree on "${domain}", ${quote} and ${cancellation}`);
