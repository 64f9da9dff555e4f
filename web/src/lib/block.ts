import { typedNumber } from '#domain/read-number.ts';

export const BLOCK_WANTED = 'Please enter the number of a block.';

/** The number in a text such as `4,711`; null if it is none. */
export function parseBlock(text: string): number | null {
  const digits = typedNumber(text, 0) ?? '';
  return /^[1-9]\d{0,11}$/.test(digits) ? Number(digits) : null;
}
