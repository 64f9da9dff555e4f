import type { Product } from '../../../../domain/quote/products.ts';

/** The specification's form fields in `quoteData`, and their API names. */
export const FORM_NAMES: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  home: {
    houseType: 'house_type',
    yearBuilt: 'year_built',
    address: 'house_address',
    ownerName: 'property_owner_name',
    ownerPhone: 'property_owner_telephone',
    ownerEmail: 'property_owner_email',
  },
  car: {
    carMake: 'car_make',
    carModel: 'car_model',
    carYear: 'car_year',
    mileage: 'mileage',
    carOwnerName: 'car_owner_name',
    carOwnerEmail: 'car_owner_email',
    carOwnerTelephone: 'car_owner_telephone',
  },
  travel: {
    origin: 'origin',
    destination: 'destination',
    passportNumber: 'passport_number',
    country: 'passport_country',
    travelerName: 'traveler_name',
    travelerEmail: 'traveler_email',
    travelerTelephone: 'traveler_telephone',
  },
};
