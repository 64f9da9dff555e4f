import { CAR_MAKES, COUNTRIES, HOUSE_TYPES, type Option } from '../../../../domain/quote/options.ts';
import type { Product } from '../../../../domain/quote/products.ts';

export interface FormField {
  /** The API's name. */
  field: string;
  /** The specification's name of the entered field, as kept in `quoteData`. */
  form: string;
  label: string;
  kind: 'text' | 'number' | 'tel' | 'email' | 'select';
  options?: readonly Option[];
  placeholder?: string;
  autoComplete?: string;
  /** Tells who or where somebody is: goes to the server's encrypted draft, never into the browser's storage. */
  identifying: boolean;
  /** Takes the whole width of the form. */
  wide?: boolean;
}

const contact = (
  prefix: string,
  names: { name: string; phone: string; email: string },
  who: string,
): FormField[] => [
  {
    field: `${prefix}_name`,
    form: names.name,
    label: `${who}’s full name`,
    kind: 'text',
    autoComplete: 'name',
    identifying: true,
    wide: true,
  },
  {
    field: `${prefix}_telephone`,
    form: names.phone,
    label: 'Phone number',
    kind: 'tel',
    autoComplete: 'tel',
    placeholder: '+1 555 010 4477',
    identifying: true,
  },
  {
    field: `${prefix}_email`,
    form: names.email,
    label: 'Email address',
    kind: 'email',
    autoComplete: 'email',
    identifying: true,
  },
];

/** The quote forms, field by field; their rules are the schemas of `domain/quote/details.ts`. */
export const FORM_FIELDS: Readonly<Record<Product, readonly FormField[]>> = {
  home: [
    {
      field: 'house_type',
      form: 'houseType',
      label: 'House type',
      kind: 'select',
      options: HOUSE_TYPES,
      placeholder: 'Select house type',
      identifying: false,
    },
    { field: 'year_built', form: 'yearBuilt', label: 'Year built', kind: 'number', identifying: false },
    {
      field: 'house_address',
      form: 'address',
      label: 'Address of the home',
      kind: 'text',
      autoComplete: 'street-address',
      identifying: true,
      wide: true,
    },
    ...contact('property_owner', { name: 'ownerName', phone: 'ownerPhone', email: 'ownerEmail' }, 'Owner'),
  ],
  car: [
    {
      field: 'car_make',
      form: 'carMake',
      label: 'Make',
      kind: 'select',
      options: CAR_MAKES,
      placeholder: 'Select make',
      identifying: false,
    },
    { field: 'car_model', form: 'carModel', label: 'Model', kind: 'text', identifying: false },
    { field: 'car_year', form: 'carYear', label: 'Model year', kind: 'number', identifying: false },
    { field: 'mileage', form: 'mileage', label: 'Mileage', kind: 'number', identifying: false },
    ...contact(
      'car_owner',
      { name: 'carOwnerName', phone: 'carOwnerTelephone', email: 'carOwnerEmail' },
      'Owner',
    ),
  ],
  travel: [
    { field: 'origin', form: 'origin', label: 'Travelling from', kind: 'text', identifying: true },
    { field: 'destination', form: 'destination', label: 'Travelling to', kind: 'text', identifying: true },
    {
      field: 'passport_number',
      form: 'passportNumber',
      label: 'Passport number',
      kind: 'text',
      autoComplete: 'off',
      identifying: true,
    },
    {
      field: 'passport_country',
      form: 'country',
      label: 'Passport issuing country',
      kind: 'select',
      options: COUNTRIES,
      placeholder: 'Select country',
      identifying: false,
    },
    ...contact(
      'traveler',
      { name: 'travelerName', phone: 'travelerTelephone', email: 'travelerEmail' },
      'Traveller',
    ),
  ],
};

/** Nothing entered yet. */
export function emptyForm(product: Product): Record<string, string> {
  return Object.fromEntries(FORM_FIELDS[product].map(({ field }) => [field, '']));
}

/** What may stay in the browser of a filled form, under the specification's names. */
export function harmlessDetails(
  product: Product,
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  return Object.fromEntries(
    FORM_FIELDS[product].flatMap(({ field, form, identifying }) => {
      const value = values[field];
      return identifying || value === undefined ? [] : [[form, value]];
    }),
  );
}
