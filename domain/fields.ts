import * as z from 'zod';
import { parseDay } from './days.ts';
import { plainDigits } from './plain-digits.ts';
import { cleanLine } from './text.ts';

/** Fields shared by several features' requests, with their error messages. */

const EMAIL_WANTED = 'Please enter a valid email address';
/** RFC 5322's dot-atom before the @, and a domain of labels in any script (RFC 5890) after it. */
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+(?!\d+$)[\p{L}\p{M}\d-]{2,63}$/u;

export const emailField = z
  .string(EMAIL_WANTED)
  .overwrite(cleanLine)
  .refine((text) => text.length < 255 && EMAIL.test(text), EMAIL_WANTED)
  .meta({ maxLength: 254, format: 'email' });

const PHONE_WANTED = 'Please enter a valid phone number';
/** What people separate digits with, and an extension: `+1 (555) 010-4477 ext. 12`. */
const PHONE = /^\+?[\d()./\- ]+?(?: ?(?:ext\.?|x|#) ?\d{1,6})?$/i;

/** E.164 numbers have at most 15 digits. Shorter ones than 7, and one digit repeated, are nobody's. */
function isPhone(text: string): boolean {
  if (text.length < 10 || text.length > 32 || !PHONE.test(text)) return false;
  const digits = text.replace(/(ext|x|#).*$/i, '').replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 && new Set(digits).size > 1;
}

export const phoneField = z
  .string(PHONE_WANTED)
  .overwrite(plainDigits)
  .refine(isPhone, PHONE_WANTED)
  .meta({ minLength: 10, maxLength: 32 });

export const daySchema = z
  .string()
  .refine((value) => parseDay(value) !== null, 'Please enter a real date as YYYY-MM-DD.');

export const hash32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Please enter 0x and 64 hexadecimal digits.');

/** An EVM chain's number, or the genesis hash of a Substrate chain. */
export const chainRef = z.union([z.number().int().positive(), hash32]);

/** The same in an answer. */
export const chainIdField = z.union([z.number().int(), hash32]);

/** Who enforces the terms on a chain: its contract, or our own records. */
export const enforcedBy = z.enum(['contract', 'records']);

/** An integer of up to 256 bits in decimal digits. */
export const uintString = z.string().regex(/^\d{1,78}$/);

/** A list of objects with these fields. */
export const objects = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape));

/** An object with these fields, where there may be none. */
export const objectOrNull = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullable();
