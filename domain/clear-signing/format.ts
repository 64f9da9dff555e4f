/** The parts of ERC-7730 (https://eips.ethereum.org/EIPS/eip-7730) that describe our calls and messages. */

/** One value of a call or message: where it is, what it is called, and how it is shown. */
export interface DisplayField {
  /** Names of the ABI or of the EIP-712 type, joined by dots. */
  path: string;
  label: string;
  format: 'raw' | 'date' | 'enum' | 'tokenAmount' | 'tokenTicker' | 'addressName' | 'calldata';
  params?: Readonly<Record<string, string>>;
  visible?: 'never';
}

interface DisplayFormat {
  intent: string;
  /** The sentence, with each value's path in braces. */
  interpolatedIntent: string;
  fields: readonly DisplayField[];
}

/** A format with the values that a person compares with the wallet's screen before confirming. */
export interface Sentence extends DisplayFormat {
  compare?: readonly string[];
}

/** A number, bytes, or an account without a name of its own. */
export const raw = (path: string, label: string): DisplayField => ({ path, label, format: 'raw' });

/** Seconds since 1970. */
export const date = (path: string, label: string): DisplayField => ({
  path,
  label,
  format: 'date',
  params: { encoding: 'timestamp' },
});

export const address = (path: string, label: string): DisplayField => ({
  path,
  label,
  format: 'addressName',
});

/** Base units of the token at `tokenPath`, the zero address being the chain's coin. */
export const amount = (path: string, label: string, tokenPath: string): DisplayField => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath, nativeCurrencyAddress: '$.metadata.constants.nativeCoin' },
});

export const ticker = (path: string, label: string): DisplayField => ({ path, label, format: 'tokenTicker' });

/** A value with a name in one of the descriptor's enums. */
export const named = (path: string, label: string, list: 'product' | 'role'): DisplayField => ({
  path,
  label,
  format: 'enum',
  params: { $ref: `$.metadata.enums.${list}` },
});

/** Another call of the same contract. */
export const call = (path: string, label: string): DisplayField => ({
  path,
  label,
  format: 'calldata',
  params: { calleePath: '@.to' },
});

/** A value that says nothing to a person, such as a signature. */
export const hidden = (path: string, label: string): DisplayField => ({
  ...raw(path, label),
  visible: 'never',
});
