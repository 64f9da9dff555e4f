import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import {
  CAR_MAKES,
  COUNTRIES,
  HOUSE_TYPES,
  type Option,
  optionLabel,
} from '../../../../domain/quote/options.ts';
import type { Product } from '../../../../domain/quote/products.ts';
import type { Wording } from '../../../../domain/quote/wording.ts';

/** Everything a certificate says. The same data always gives the same bytes. */
export interface CertificateData {
  /** The policy as its holder sees it, with the insured details decrypted exactly as they were hashed. */
  policy: PolicyDetailAnswer;
  /** The wording accepted with the quote, not necessarily the newest. */
  wording: Wording;
  chain_name: string;
  /** Block of the payment, or null while unknown. */
  block_number: number | null;
  /** Full URL of the public `/verify/{quote_id}`. */
  verify_url: string;
  /** ISO 8601 in UTC. */
  issued_at: string;
}

/** A labeled fact as the certificate prints it. */
export interface Fact {
  label: string;
  value: string;
}

const NAME_FIELDS: Readonly<Record<Product, string>> = {
  home: 'property_owner_name',
  car: 'car_owner_name',
  travel: 'traveler_name',
};

const LABELS: Readonly<Record<string, string>> = {
  house_type: 'Property',
  year_built: 'Year built',
  house_address: 'Address',
  property_owner_telephone: 'Telephone',
  property_owner_email: 'Email',
  car_make: 'Make',
  car_model: 'Model',
  car_year: 'Model year',
  mileage: 'Mileage',
  car_owner_telephone: 'Telephone',
  car_owner_email: 'Email',
  origin: 'From',
  departure: 'Departure',
  destination: 'To',
  passport_number: 'Passport',
  passport_country: 'Passport issued by',
  traveler_telephone: 'Telephone',
  traveler_email: 'Email',
};

const OPTIONS: Readonly<Record<string, readonly Option[]>> = {
  house_type: HOUSE_TYPES,
  car_make: CAR_MAKES,
  passport_country: COUNTRIES,
};

/** The insured person's name, in any script. */
export function holderName({ policy }: Pick<CertificateData, 'policy'>): string {
  return String(policy.details[NAME_FIELDS[policy.policy_type]] ?? '');
}

/**
 * The insured facts in form order, without the name. Fields this version doesn't know come last under
 * their own names.
 */
export function insuredFacts({ policy }: CertificateData): Fact[] {
  const order = Object.keys(LABELS);
  const rank = (field: string) => (field in LABELS ? order.indexOf(field) : order.length);
  return Object.entries(policy.details)
    .filter(([field]) => field !== NAME_FIELDS[policy.policy_type])
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([field, value]) => ({ label: LABELS[field] ?? field, value: shown(field, value) }));
}

function shown(field: string, value: string | number): string {
  const options = OPTIONS[field];
  if (options) return optionLabel(options, String(value));
  return field === 'mileage' && typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}
