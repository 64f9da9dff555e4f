import { CAR_MAKES, COUNTRIES, HOUSE_TYPES, optionLabel } from '../../../domain/quote/options.ts';
import type { Product } from '../../../domain/quote/products.ts';

type Values = Readonly<Record<string, string | number>>;

const LABELS: Record<Product, readonly (readonly [field: string, label: string])[]> = {
  home: [
    ['house_type', 'House type'],
    ['year_built', 'Year built'],
    ['house_address', 'Address'],
    ['property_owner_name', 'Owner'],
    ['property_owner_telephone', 'Phone'],
    ['property_owner_email', 'Email'],
  ],
  car: [
    ['car_make', 'Make'],
    ['car_model', 'Model'],
    ['car_year', 'Year'],
    ['mileage', 'Mileage'],
    ['car_owner_name', 'Owner'],
    ['car_owner_telephone', 'Phone'],
    ['car_owner_email', 'Email'],
  ],
  travel: [
    ['origin', 'From'],
    ['destination', 'To'],
    ['traveler_name', 'Traveller'],
    ['passport_number', 'Passport'],
    ['passport_country', 'Passport issued by'],
    ['traveler_telephone', 'Phone'],
    ['traveler_email', 'Email'],
  ],
};

function shown(field: string, value: string | number): string {
  const text = String(value);
  if (field === 'house_type') return optionLabel(HOUSE_TYPES, text);
  if (field === 'car_make') return optionLabel(CAR_MAKES, text);
  if (field === 'passport_country') return optionLabel(COUNTRIES, text);
  if (field === 'mileage') return Number(text).toLocaleString('en-US');
  return text;
}

/** Insured details (the API's field names) as label and value in form order. Absent fields are left out. */
export function detailRows(product: Product, details: Values): { label: string; value: string }[] {
  return LABELS[product].flatMap(([field, label]) => {
    const value = details[field];
    return value === undefined || value === '' ? [] : [{ label, value: shown(field, value) }];
  });
}
