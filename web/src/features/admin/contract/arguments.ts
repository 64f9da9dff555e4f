/** The arguments of the contract's calls as fields of a form, from the descriptors that wallets show them by. */
import * as z from 'zod';
import { walletKey } from '#domain/address.ts';
import type { DisplayField } from '#domain/clear-signing/format.ts';
import { CALLS } from '#domain/clear-signing/sentences.ts';
import { parseDecimal } from '#domain/money.ts';
import { numberText } from '#domain/read-number.ts';
import type { FieldSpec } from '#web/features/admin/kit/fields.tsx';
import { words } from '#web/features/admin/parts/cells.tsx';
import { CHAIN_ROLES, type PoolCurrency, type TokenFacts } from '#web/wallet/contract.ts';
import type { ContractAction } from './actions.ts';

/** What a field's choices and units come from. */
interface Given {
  action: ContractAction;
  currencies: readonly PoolCurrency[];
  /** The currency that was chosen, or the token that was typed. */
  currency: (TokenFacts & Partial<PoolCurrency>) | undefined;
}

interface Argument {
  spec: Omit<FieldSpec, 'name' | 'label'>;
  /** Reads what was typed. */
  schema: z.ZodType<unknown, string>;
}

const WHOLE_DOLLARS = 'Please enter whole dollars.';
const address = z
  .string()
  .trim()
  .refine((text) => walletKey(text)?.length === 42, 'Please enter an address: 0x and 40 digits.');

function amountOf(currency: TokenFacts | undefined): Argument['schema'] {
  if (!currency) return z.string().refine(() => false, 'Please enter an amount.');
  const { decimals, symbol } = currency;
  return numberText(decimals, `Please enter an amount in ${symbol}.`).transform((decimal) => {
    const { units, scale } = parseDecimal(decimal);
    return units * 10n ** BigInt(decimals - scale);
  });
}

const oneOf = <T>(what: string, all: readonly T[], of: (one: T) => [value: string, label: string]) => {
  const options = all.map(of).map(([value, label]) => ({ value, label }));
  return { kind: 'select', placeholder: `Choose ${what}`, options } as const;
};

/** By the format of the descriptor's field. A token that the pool lacks is typed, and a number alone is dollars. */
function argumentOf({ format, path }: DisplayField, { action, currencies, currency }: Given): Argument {
  switch (format) {
    case 'enum': {
      const { choices = [] } = action;
      return {
        spec: oneOf('a role', choices, (role) => [role, words(role)]),
        schema: z.enum(choices, 'Please choose a role.').transform((role) => CHAIN_ROLES.indexOf(role)),
      };
    }
    case 'tokenTicker':
      return {
        spec: oneOf('a currency', currencies, ({ token, symbol }) => [token, symbol]),
        schema: z.string().refine(() => currency !== undefined, 'Please choose a currency.'),
      };
    case 'tokenAmount':
      return { spec: { kind: 'amount', places: currency?.decimals ?? 0 }, schema: amountOf(currency) };
    case 'raw':
      return {
        spec: { kind: 'dollars' },
        schema: numberText(0, WHOLE_DOLLARS)
          .refine((usd) => usd.length < 10, WHOLE_DOLLARS)
          .transform(Number),
      };
    default:
      return {
        spec: { kind: 'hash' },
        schema: path.endsWith('token')
          ? address.refine(() => currency !== undefined, 'There is no token at this address.')
          : address,
      };
  }
}

/** A limit that is left empty stays. */
const orNow = (schema: Argument['schema'], now: unknown) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return now;
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The fields of a call's form, and the schema of its arguments by their names. */
export function argumentsOf(given: Given) {
  const { action, currency } = given;
  const found = action.recovers ? [] : CALLS[action.call].fields;
  const all = found.map((field) => {
    const name = field.path.slice(field.path.lastIndexOf('.') + 1);
    const { spec, schema } = argumentOf(field, given);
    const stays = action.stays && (spec.kind === 'amount' || spec.kind === 'dollars');
    return {
      schema: [name, stays ? orNow(schema, currency?.[name as keyof PoolCurrency]) : schema] as const,
      spec: {
        name,
        label:
          field.format === 'tokenAmount' && currency ? `${field.label} in ${currency.symbol}` : field.label,
        ...spec,
        ...(stays && { placeholder: 'as it is' }),
      } satisfies FieldSpec,
    };
  });
  return { fields: all.map(({ spec }) => spec), shape: Object.fromEntries(all.map(({ schema }) => schema)) };
}
