import { expect, test } from 'vitest';
import { shownPlaces } from '../currencies.ts';
import { formatPremium } from '../policy/lifecycle.ts';
import { PROMISES } from '../promises.ts';
import { carDetails, emailField, phoneField } from './details.ts';
import { CAR_MAKES, COUNTRIES, HOUSE_TYPES } from './options.ts';
import { price } from './pricing.ts';
import { PRODUCTS } from './products.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label).join(', ');
const values = (options: readonly { value: string }[]) => options.map(({ value }) => value).join(', ');

test('the choices of the forms are the specification’s, in its words and its order @quote-4', () => {
  expect(values(HOUSE_TYPES)).toBe('single-family, townhouse, condominium, apartment, duplex, mobile-home');
  expect(labels(CAR_MAKES)).toBe(
    'Toyota, Honda, Ford, BMW, Mercedes-Benz, Audi, Volkswagen, Nissan, Hyundai, Kia, Mazda, Subaru, Lexus, ' +
      'Chevrolet, Jeep, Volvo, Jaguar, Land Rover, Porsche, Tesla',
  );
  expect(labels(COUNTRIES)).toBe(
    'United States, Canada, United Kingdom, Germany, France, Italy, Spain, Netherlands, Switzerland, Austria, ' +
      'Japan, Australia, New Zealand, South Korea, Singapore, Malaysia, Thailand, Brazil, Mexico, Argentina, ' +
      'South Africa, Nigeria, Ghana',
  );
  for (const { value, label } of CAR_MAKES) expect(value).toBe(label.toLowerCase());
  for (const { value, label } of COUNTRIES) expect(value).toBe(label.toLowerCase().replaceAll(' ', '-'));
});

test('base premiums, covers, deductibles, usual lengths and the cards’ figures are the ones decided @dashboard-3 @quote-26 @quote-27', () => {
  const figures = Object.values(PRODUCTS).map((product) => [
    product.basePerYear,
    product.coverage,
    product.deductible,
    product.defaultDays,
    product.startingPrice,
    product.coverageCeiling,
  ]);
  expect(figures).toEqual([
    [1200, 500_000, 2500, 365, '$100/month', '$500K'],
    [960, 100_000, 500, 365, '$80/month', '$100K'],
    [300, 100_000, 0, 30, '$25 for 30 days', '$100K'],
  ]);
});

test('the price on a travel card is what a trip of the usual length costs @dashboard-3', () => {
  const { premium, days } = price('travel', 0, PRODUCTS.travel.defaultDays);
  expect(premium).toBe(25);
  expect(PRODUCTS.travel.startingPrice).toBe(formatPremium(premium, days));
});

test('four decimals are shown of the coins, two of everything else @payment-9', () => {
  const places = ['ETH', 'DOT', 'KSM', 'MATIC', 'USDC', 'USDT', 'BNB'].map(shownPlaces);
  expect(places).toEqual([4, 4, 4, 4, 2, 2, 2]);
});

test('what is promised is what the specification says @everywhere-4', () => {
  expect(PROMISES).toMatchObject({ replyHours: 24, emailReplyHours: 4, claimReviewHours: 48 });
});

test('a car is from 1990 to next year @quote-7', () => {
  const next = new Date().getUTCFullYear() + 1;
  const said = (year: number) => carDetails.shape.car_year.safeParse(year).error?.issues[0]?.message;
  expect([said(1990), said(next)]).toEqual([undefined, undefined]);
  expect(said(1989)).toBe('Please enter the model year, 1990 or later.');
  expect(said(next + 1)).toBe(`Please enter the model year, ${next} at the latest.`);
});

test('email addresses and phone numbers are told from what is none, in words @quote-5', () => {
  expect(emailField.safeParse('ada@').error?.issues[0]?.message).toBe('Please enter a valid email address');
  for (const phone of ['123456789', 'call me maybe', '1'.repeat(33)]) {
    expect(phoneField.safeParse(phone).error?.issues[0]?.message).toBe('Please enter a valid phone number');
  }
  expect(phoneField.parse('+44 20 7946 0018')).toBe('+44 20 7946 0018');
});
