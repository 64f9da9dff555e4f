import { concat, encodeAbiParameters, keccak256, stringToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { KEPT } from '#domain/promises.ts';
import { detailsHashOf, type ProvenField } from '#domain/quote/details-hash.ts';
import { QUOTE_VALID_SECONDS } from '#domain/quote/schema.ts';
import { sampleProof, withField } from '#web/test/sample-proof.ts';
import { CONTRACT_EVENTS, EVENTS_CODE, PROOF_CODE, REGISTRY_CODE } from './documentation-parts.ts';

/** Runs the published program on a proof file and returns what it prints. */
function run(proof: unknown): string[] {
  const lines: string[] = [];
  const program = PROOF_CODE.replace(/^import .*$/gm, '');
  const names = ['readFileSync', 'concat', 'encodeAbiParameters', 'keccak256', 'stringToBytes', 'console'];
  const log = { log: (...parts: string[]) => lines.push(parts.join(' ')) };
  const read = () => JSON.stringify(proof);
  new Function(...names, program)(read, concat, encodeAbiParameters, keccak256, stringToBytes, log);
  return lines;
}

describe('the published proof of the insured details', () => {
  const whole = sampleProof({ details: { year_built: 1998, house_address: '12 Quay Street, Krako\u0301w' } });
  const file = (proof = whole, wording: object = FORMS.home.wording) => ({
    details_hash: detailsHashOf(whole.fields[0] as ProvenField),
    ...proof,
    wording,
  });

  it('the published proof finds every field and the wording in the hash that the quote was signed with @pages-5', () => {
    const lines = run(file());
    expect(lines).toHaveLength(10);
    expect(lines[6]).toBe('year_built: 1998 was part of the policy.');
    expect(lines[7]).toBe('house_address: "12 Quay Street, Kraków" was part of the policy.');
    for (const line of lines.slice(0, 9)) expect(line).toMatch(/ was part of the policy\.$/);
    expect(lines[9]).toBe('The wording is the accepted one.');
  });

  it('the published proof notices any change of a field, its salt or the wording', () => {
    const changed = (change: object) => run(file(withField(whole, 'year_built', change)))[6];
    expect(changed({ value: 1999 })).toBe('year_built: 1999 was NOT part of the policy.');
    expect(changed({ salt: `0x${'5b'.repeat(32)}` })).toBe('year_built: 1998 was NOT part of the policy.');
    expect(run(file(whole, FORMS.car.wording)).at(-1)).toBe('The wording is another one.');
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
