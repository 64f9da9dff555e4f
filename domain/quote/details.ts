import * as z from 'zod';
import { CAR_MAKES, COUNTRIES, HOUSE_TYPES } from './options.ts';
import type { Product } from './products.ts';

/** What the specification's payload builder puts in for a field that was left empty: nothing that can be insured. */
const FALLBACKS = new Set(['unknown', 'not specified', 'not provided']);

const text = (what: string, max = 200) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(max, `Please keep ${what} to ${max} characters.`)
    .refine((value) => !FALLBACKS.has(value.toLowerCase()), `Please enter ${what}.`);

export const emailField = z
  .email('Please enter a valid email address')
  .max(254, 'Please enter a valid email address');

export const phoneField = z
  .string()
  .trim()
  .min(10, 'Please enter a valid phone number')
  .max(32, 'Please enter a valid phone number')
  .regex(/^[+0-9()./\- ]+$/, 'Please enter a valid phone number');

const choice = (what: string, options: readonly { value: string }[]) =>
  z.string().refine((value) => options.some((option) => option.value === value), `Please select ${what}.`);

const thisYear = () => new Date().getUTCFullYear();

/** A number, or a text that is one: an empty field is no number, though `Number('')` is zero. */
const numeric = (missing: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^[+-]?\d+(\.\d+)?$/, missing),
      ],
      { error: missing },
    )
    .transform(Number);

const year = (what: string, min: number, max: () => number) =>
  numeric(`Please enter ${what}.`).pipe(
    z
      .number()
      .int(`Please enter ${what} as a whole number.`)
      .min(min, `Please enter ${what}, ${min} or later.`)
      .refine((value) => value <= max(), { error: () => `Please enter ${what}, ${max()} at the latest.` }),
  );

/** The insured facts of a home, in the specification's field names, without dates. */
export const homeDetails = z.strictObject({
  house_type: choice('a house type', HOUSE_TYPES),
  year_built: year('the year it was built', 1800, thisYear),
  house_address: text('the address'),
  property_owner_name: text("the owner's name", 120),
  property_owner_telephone: phoneField,
  property_owner_email: emailField,
});

export const carDetails = z.strictObject({
  car_make: choice('a make', CAR_MAKES),
  car_model: text('the model', 80),
  car_year: year('the model year', 1990, () => thisYear() + 1),
  mileage: numeric('Please enter the mileage.').pipe(
    z
      .number()
      .int('Please enter the mileage as a whole number.')
      .min(0, 'The mileage cannot be negative.')
      .max(2_000_000, 'Please check the mileage.'),
  ),
  car_owner_name: text("the owner's name", 120),
  car_owner_email: emailField,
  car_owner_telephone: phoneField,
});

export const travelDetails = z
  .strictObject({
    origin: text('where you start', 120),
    departure: text('where you depart from', 120).optional(),
    destination: text('where you are going', 120),
    passport_number: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{5,20}$/, 'Please enter the passport number: letters and digits only.'),
    passport_country: choice('the country that issued the passport', COUNTRIES),
    traveler_name: text("the traveller's name", 120),
    traveler_email: emailField,
    traveler_telephone: phoneField,
  })
  .transform((details) => ({ ...details, departure: details.departure ?? details.origin }));

export const DETAILS = { home: homeDetails, car: carDetails, travel: travelDetails } as const;

export type HomeDetails = z.output<typeof homeDetails>;
export type CarDetails = z.output<typeof carDetails>;
export type TravelDetails = z.output<typeof travelDetails>;
export type Details = HomeDetails | CarDetails | TravelDetails;

/** The fields that are encrypted at rest; the others stay plain because lists show and administrators search them. */
export const PRIVATE_FIELDS: Readonly<Record<Product, readonly string[]>> = {
  home: ['house_address', 'property_owner_telephone'],
  car: ['car_owner_telephone'],
  travel: ['origin', 'departure', 'destination', 'passport_number', 'traveler_telephone'],
};
