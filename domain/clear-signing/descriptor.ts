import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { CANCELLATION_TYPES } from '#domain/policy/consent.ts';
import { contractDomain } from '#domain/quote/contract-domain.ts';
import { QUOTE_TYPES } from '#domain/quote/typed-data.ts';
import type { Sentence } from './format.ts';
import { CALLS, type CallName, ENUMS, MESSAGES, NATIVE_COIN } from './sentences.ts';

/** A contract that the descriptors apply to. */
export interface Deployed {
  chainId: number;
  address: string;
}

interface Parameter {
  name: string;
  type: string;
  components?: readonly Parameter[];
}

/** A parameter as ERC-7730 writes it in a function's signature: structs as their fields in parentheses. */
const parameter = ({ name, type, components }: Parameter): string =>
  `${components ? `(${components.map(parameter).join(',')})${type.slice('tuple'.length)}` : type} ${name}`;

const inputsOf = (name: CallName): readonly Parameter[] =>
  insurancePaymentAbi.find((each) => each.type === 'function' && each.name === name)?.inputs ?? [];

const callKey = (name: CallName): string => `${name}(${inputsOf(name).map(parameter).join(',')})`;

/** The string that EIP-712 calls `encodeType`. */
const messageKey = (name: string, fields: readonly { name: string; type: string }[]): string =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;

const SCHEMA = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json';
const { name: domainName, version: domainVersion } = contractDomain(0, NATIVE_COIN);

function file(context: object, formats: readonly (readonly [key: string, sentence: Sentence])[]) {
  return {
    $schema: SCHEMA,
    context,
    metadata: {
      owner: domainName,
      contractName: 'InsurancePayment',
      constants: { nativeCoin: NATIVE_COIN },
      enums: ENUMS,
    },
    display: {
      formats: Object.fromEntries(
        formats.map(([key, { intent, interpolatedIntent, fields }]) => [
          key,
          { intent, interpolatedIntent, fields },
        ]),
      ),
    },
  };
}

/**
 * The descriptors of ERC-7730 by their file names: one of the contract's calls, one of the messages that are signed for it.
 */
export function descriptors(deployments: readonly Deployed[]) {
  const domain = { name: domainName, version: domainVersion };
  return {
    'calldata-InsurancePayment.json': file(
      { $id: 'Mooring InsurancePayment', contract: { deployments } },
      (Object.keys(CALLS) as CallName[]).map((name) => [callKey(name), CALLS[name]]),
    ),
    'eip712-InsurancePayment.json': file(
      { $id: 'Mooring InsurancePayment messages', eip712: { domain, deployments } },
      [
        [messageKey('Quote', QUOTE_TYPES.Quote), MESSAGES.Quote],
        [messageKey('Cancellation', CANCELLATION_TYPES.Cancellation), MESSAGES.Cancellation],
      ],
    ),
  };
}
