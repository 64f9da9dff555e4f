import { expect, test } from 'vitest';
import { numberProblem, typedNumber } from './read-number.ts';

const WANTED = 'Please enter an amount.';

test.each([
  ['4500,00', '4500'],
  ['1250,50', '1250.5'],
  ['1250.50', '1250.5'],
  ['1.250,50', '1250.5'],
  ['1,250.50', '1250.5'],
  ["1'250.50", '1250.5'],
  ['1 250,50', '1250.5'],
  ['1\u00a0250,5', '1250.5'],
  ['1\u202f250', '1250'],
  ['42.000', '42000'],
  ['42,000', '42000'],
  ['42 000', '42000'],
  ['1.234.567', '1234567'],
  ['$1,200', '1200'],
  ['US$ 1,200.00', '1200'],
  ['1200 USD', '1200'],
  ['0,5', '0.5'],
  ['.5', '0.5'],
  ['0.50', '0.5'],
  ['1200.', '1200'],
  ['007', '7'],
  ['\u200b1200\u2060', '1200'],
  ['１２００', '1200'],
  ['٤٥٠٠٫٥', '4500.5'],
  ['४२०००', '42000'],
])('dollars typed as %s are read as %s', (text, decimal) => {
  expect(typedNumber(text, 2)).toBe(decimal);
  expect(numberProblem(text, 2, WANTED)).toBeNull();
});

test.each([
  ['0,5', '0.5'],
  ['0.125', '0.125'],
  ['1.5', '1.5'],
  ['1,234.5678', '1234.5678'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['2.123456789', '2.123456789'],
  ['12.3456', '12.3456'],
  ['1 234', '1234'],
  ['50,000', '50000'],
])('an amount of coins typed as %s is read as %s', (text, decimal) => {
  expect(typedNumber(text, 18)).toBe(decimal);
});

test.each([
  ['12.3456', 2, 'Do you mean 123456 or 12.34? Please type one of them.'],
  ['4500,0000', 0, 'Do you mean 45000000 or 4500? Please type one of them.'],
  ['1.234', 18, 'Do you mean 1234 or 1.2340? Please type one of them.'],
])('a number that can be read in two ways, %s with %i decimals, is asked about', (text, places, question) => {
  expect(typedNumber(text, places)).toBeNull();
  expect(numberProblem(text, places, WANTED)).toBe(question);
});

test.each([
  ['', 2],
  ['ten', 2],
  ['1,2,3', 2],
  ['1,00,000', 2],
  ['1..5', 2],
  ['1e5', 2],
  ['-5', 2],
  ['0x10', 2],
  ['42.5', 0],
  ['1.250,505', 2],
])('%s is no number with %i decimals', (text, places) => {
  expect(typedNumber(text, places)).toBeNull();
  expect(numberProblem(text, places, WANTED)).toBe(WANTED);
});

test.each(['1234', '1.2340'])('the answer %s to that question is read as it was offered', (answer) => {
  expect(Number(typedNumber(answer, 18))).toBe(Number(answer));
});
