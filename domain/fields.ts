import * as z from 'zod';
import { parseDay } from './days.ts';

/** Fields shared by several features' requests, with their error messages. */

export const emailField = z
  .email('Please enter a valid email address')
  .max(254, 'Please enter a valid email address');

export const phoneField = z
  .string()
  .trim()
  .min(10, 'Please enter a valid phone number')
  .max(32, 'Please enter a valid phone number')
  .regex(/^[+0-9()./\- ]+$/, 'Please enter a valid phone number');

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
