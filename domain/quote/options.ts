/** The choices of the quote forms, as the specification lists them. */
export const HOUSE_TYPES = [
  { value: 'single-family', label: 'Single Family' },
  { value: 'townhouse', label: 'Townhouse' },
  { value: 'condominium', label: 'Condominium' },
  { value: 'apartment', label: 'Apartment' },
  { value: 'duplex', label: 'Duplex' },
  { value: 'mobile-home', label: 'Mobile Home' },
] as const;

const MAKES = [
  'Toyota',
  'Honda',
  'Ford',
  'BMW',
  'Mercedes-Benz',
  'Audi',
  'Volkswagen',
  'Nissan',
  'Hyundai',
  'Kia',
  'Mazda',
  'Subaru',
  'Lexus',
  'Chevrolet',
  'Jeep',
  'Volvo',
  'Jaguar',
  'Land Rover',
  'Porsche',
  'Tesla',
];

const COUNTRY_NAMES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Netherlands',
  'Switzerland',
  'Austria',
  'Japan',
  'Australia',
  'New Zealand',
  'South Korea',
  'Singapore',
  'Malaysia',
  'Thailand',
  'Brazil',
  'Mexico',
  'Argentina',
  'South Africa',
  'Nigeria',
  'Ghana',
];

export interface Option {
  value: string;
  label: string;
}

export const CAR_MAKES: readonly Option[] = MAKES.map((label) => ({ value: label.toLowerCase(), label }));

export const COUNTRIES: readonly Option[] = COUNTRY_NAMES.map((label) => ({
  value: label.toLowerCase().replaceAll(' ', '-'),
  label,
}));

/** The label of a stored value; a value that is no longer offered is shown as it is. */
export function optionLabel(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
