#!/usr/bin/env node
import { QUOTE_TYPES } from '../../domain/quote/typed-data.ts';
// Checks that the quote's EIP-712 type in the contract (forge eip712) is the one that the worker signs
// (domain/quote).
import { run } from './forge.mjs';

const { status, stdout, stderr } = run('forge', ['eip712', 'contracts/src/IInsurancePayment.sol']);
if (status !== 0) throw new Error(`forge eip712 failed\n${stdout}${stderr}`);
const inContract = stdout
  .split('\n')
  .find((line) => line.includes('Quote('))
  ?.replace(/^.*?(Quote\(.*\)).*$/, '$1');
const inDomain = `Quote(${QUOTE_TYPES.Quote.map(({ name, type }) => `${type} ${name}`).join(',')})`;
if (inContract !== inDomain) {
  console.error(`The contract's quote is ${inContract}\nand the domain's is      ${inDomain}`);
  process.exit(1);
}
console.log(`Contract and domain agree on ${inDomain}`);
