/** Numbers as people type them, on both sides of the counter. */
import * as z from 'zod';
import { plainDigits } from './plain-digits.ts';

/** Digits without separators and a point before decimals, or the two numbers that the text may mean. */
type NumberRead = { decimal: string } | { either: readonly [string, string] };

const whole = (digits: string) => digits.replace(/^0+(?=\d)/, '');

const decimalOf = (digits: string, decimals: string) => {
  const kept = decimals.replace(/0+$/, '');
  return `${whole(digits)}${kept && `.${kept}`}`;
};

/** Whether these are a number's groups of three: `1`, `250`, `000`. */
const areThousands = ([first = '', ...rest]: readonly string[]) =>
  /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3);

/**
 * Reads a number as it was meant: groups of three are thousands, one or two digits after the last separator are decimals.
 * `4500,00` is 4500, `1.250,50` and `1,250.50` are 1250.5, `42.000` is 42000.
 * @param places decimals that the number may have; with more than two, as for coins, a point before three digits may be either
 * @returns null for what is no number, or has more decimals
 */
function readNumber(text: string, places: number): NumberRead | null {
  const typed = plainDigits(text)
    .replace(/^(US)?\$ ?|^USD ?| ?(\$|USD)$/gi, '')
    .replace(/^[.,](?=\d)/, '0$&')
    .replace(/(\d)[.,]$/, '$1');
  if (!/^\d+([., ]\d+)*$/.test(typed)) return null;
  const groups = typed.split(/[., ]/);
  const separators = typed.replace(/\d/g, '');
  if (groups.length === 1) return { decimal: whole(typed) };
  const decimals = groups.at(-1) ?? '';
  const before = groups.slice(0, -1);
  const last = separators.at(-1) ?? '';
  const alike = (marks: string) => new Set(marks).size < 2;
  const thousands = alike(separators) && areThousands(groups) ? groups.join('') : null;
  const isPoint = last !== ' ' && separators.indexOf(last) === separators.length - 1;
  const fraction =
    isPoint && alike(separators.slice(0, -1)) && (before.length === 1 || areThousands(before))
      ? decimalOf(before.join(''), decimals)
      : null;
  const isUnclear = thousands === null ? decimals.length > 3 && places <= 2 : places > 2 && last === '.';
  if (fraction !== null && isUnclear && separators.length === 1 && Number(before[0]) > 0) {
    const shown = places > 2 ? decimals.padEnd(4, '0') : decimals.slice(0, places);
    return { either: [groups.join(''), `${whole(before.join(''))}${shown && `.${shown}`}`] };
  }
  const decimal = thousands ?? fraction;
  return decimal === null || (decimal.split('.')[1]?.length ?? 0) > places ? null : { decimal };
}

/** The number that a text means, or null where that is none or unclear. */
export function typedNumber(text: string, places: number): string | null {
  const read = readNumber(text, places);
  return read && 'decimal' in read ? read.decimal : null;
}

/** Why a typed number can't be taken, in a sentence; null if it can. */
export function numberProblem(text: string, places: number, wanted: string): string | null {
  const read = readNumber(text, places);
  if (read === null) return wanted;
  return 'either' in read
    ? `Do you mean ${read.either[0]} or ${read.either[1]}? Please type one of them.`
    : null;
}

/**
 * A typed number as a decimal string, for a form's schema.
 * @param wanted the sentence for a text that is no such number
 */
export const numberText = (places: number, wanted: string) =>
  z.string(wanted).transform((text, context) => {
    const problem = numberProblem(text, places, wanted);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    return typedNumber(text, places) ?? '';
  });
