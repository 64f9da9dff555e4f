import { concat, type Hex, keccak256, stringToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '../../../../domain/abi/insurance-payment.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { KEPT } from '../../../../domain/promises.ts';
import { detailsHash } from '../../../../domain/quote/details-hash.ts';
import { QUOTE_VALID_SECONDS } from '../../../../domain/quote/schema.ts';
import { CONTRACT_EVENTS } from './contract-events.ts';
import { EVENTS_CODE, PROOF_CODE, REGISTRY_CODE } from './proof-code.ts';

const SALT: Hex = `0x${'5a'.repeat(32)}`;
const insured = {
  insurance_type: 'home',
  premium_usd: 1200,
  details: { year_built: 1998, house_address: '12 Quay Street, Krako\u0301w', note: null, list: [1, 'b'] },
};

/** Runs the published program on a proof file and returns what it prints. */
function run(proof: unknown): string[] {
  const lines: string[] = [];
  const program = PROOF_CODE.replace(/^import .*$/gm, '');
  const names = ['readFileSync', 'concat', 'keccak256', 'stringToBytes', 'console'];
  const log = { log: (line: string) => lines.push(line) };
  new Function(...names, program)(() => JSON.stringify(proof), concat, keccak256, stringToBytes, log);
  return lines;
}

describe('the published proof of the insured details', () => {
  const wording = FORMS.home.wording;
  const proof = { insured, wording, details_salt: SALT, details_hash: detailsHash(SALT, insured, wording) };

  it('the published proof reproduces the hash that the quote was signed with @pages-5', () => {
    expect(run(proof)).toEqual(['The details are the insured ones.']);
  });

  it('the published proof notices any change of the details, wording or salt', () => {
    const changed = { ...insured, details: { ...insured.details, year_built: 1999 } };
    expect(run({ ...proof, insured: changed })).toEqual(['They are not.']);
    expect(run({ ...proof, wording: FORMS.car.wording })).toEqual(['They are not.']);
    expect(run({ ...proof, details_salt: `0x${'5b'.repeat(32)}` })).toEqual(['They are not.']);
  });
});

describe('contract in the documentation', () => {
  const of = (kind: string) => insurancePaymentAbi.filter(({ type }) => type === kind);

  it('the documentation names exactly the events of the contract @pages-5', () => {
    const names: string[] = of('event').map((entry) => ('name' in entry ? entry.name : ''));
    // EIP-5267 declares it for contracts whose domain can change. Ours cannot.
    const own = names.filter((name) => name !== 'EIP712DomainChanged');
    expect(Object.keys(CONTRACT_EVENTS).sort()).toEqual(own.sort());
  });

  it('the documented commands use the signatures of the contract', () => {
    const types = (inputs: readonly { type: string; indexed?: boolean }[]) =>
      inputs.map(({ type, indexed }) => (indexed ? `${type} indexed` : type)).join(',');
    const purchased = insurancePaymentAbi.find(
      (entry) => entry.type === 'event' && entry.name === 'PolicyPurchased',
    );
    const policyOf = insurancePaymentAbi.find(
      (entry) => entry.type === 'function' && entry.name === 'policyOf',
    );
    if (purchased?.type !== 'event' || policyOf?.type !== 'function') throw new Error('Not in the ABI');
    expect(EVENTS_CODE).toContain(`PolicyPurchased(${types(purchased.inputs)})`);
    const [policy] = policyOf.outputs as readonly { components?: readonly { type: string }[] }[];
    expect(REGISTRY_CODE).toContain(`policyOf(bytes32)((${types(policy?.components ?? [])}))`);
  });
});

describe('times in texts', () => {
  it('the quote validity in the texts matches the one that quotes are signed with', () => {
    expect(KEPT.quoteMinutes * 60).toBe(QUOTE_VALID_SECONDS);
  });
});
