import { describe, expect, test } from 'vitest';
import { emailField, phoneField } from './fields.ts';
import { cleanLine, cleanText, cutText, visibleLength } from './text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const THUMB = '👍🏽';

describe('a line that people give', () => {
  test.each([
    ['  Ada \t Holm ', 'Ada Holm'],
    ['Nguye\u0302\u0303n', 'Nguyễn'],
    ['Ada\u202eHolm', 'AdaHolm'],
    ['Ada\u200bHolm\u2060', 'AdaHolm'],
    ['Ada\u0000\u0007 Holm', 'Ada Holm'],
    ['Ada\nHolm', 'Ada Holm'],
    ['co\u00adoperate', 'cooperate'],
    ['Ada\u00a0Holm', 'Ada Holm'],
    [`Ada ${FAMILY}`, `Ada ${FAMILY}`],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('is stored clean: %j becomes %j', (given, stored) => {
    expect(cleanLine(given)).toBe(stored);
  });

  test.each([
    '',
    '\u200b\u200b\u200b',
    '\u3164\u3164',
    '\u2800\u2800',
    '\u200d',
    '\u202e\u2066',
    '\u034f\u034f',
  ])('is empty if nothing of it can be seen: %j', (given) => {
    expect(cleanLine(given)).toBe('');
    expect(cleanText(given)).toBe('');
  });
});

test('a text of several lines keeps its lines and loses what makes it read as another', () => {
  expect(cleanText(' one\r\ntwo\u0007\u202e\tthree\n\n')).toBe('one\ntwo\tthree');
});

test.each([
  ['abc', 3],
  [FAMILY, 1],
  [THUMB.repeat(3), 3],
  ['e\u0301', 1],
  ['a b', 2],
  ['\u200b'.repeat(10), 0],
])('of %j, %i characters can be seen', (text, seen) => {
  expect(visibleLength(text)).toBe(seen);
});

test('a cut text never ends inside an emoji or a letter', () => {
  expect(cutText('short', 10)).toBe('short');
  expect(cutText(`roof ${FAMILY} leaks`, 12)).toBe('roof…');
  expect(cutText('ne\u0301e\u0301e\u0301', 5)).toBe('ne\u0301…');
});

describe('phone numbers', () => {
  test.each([
    ['+1 (555) 010-4477', '+1 (555) 010-4477'],
    ['\u202a+49\u00a0171\u00a01234567\u202c', '+49 171 1234567'],
    ['+1 555 010 4477 ext. 12', '+1 555 010 4477 ext. 12'],
    ['555-010-4477 x9', '555-010-4477 x9'],
    ['٠٥٥٥٠١٠٤٤٧٧', '05550104477'],
    ['+４９ 171 1234567', '+49 171 1234567'],
  ])('%j is taken and stored as %s', (given, stored) => {
    expect(phoneField.parse(given)).toBe(stored);
  });

  test.each([
    '----------',
    '+().-+().-',
    '0000000000',
    '123 ----- 4',
    '+1234567890123456',
    'call me maybe',
    '555 010 447 x',
  ])('%j is refused', (given) => {
    expect(phoneField.safeParse(given).error?.issues.map(({ message }) => message)).toContain(
      'Please enter a valid phone number',
    );
  });
});

describe('email addresses', () => {
  test.each([
    'ada@example.com',
    'ada.holm+home@mail.example.co.uk',
    "o'brien@example.com",
    'r&d@example.com',
    'ada/holm@example.com',
    'ada@münchen.de',
    'ada@例え.テスト',
    'ada@xn--mnchen-3ya.de',
    ' ada@example.com\u200b',
  ])('%j is taken', (given) => {
    expect(emailField.parse(given)).toBe(given.trim().replace('\u200b', ''));
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.1',
    'ada@@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada holm@example.com',
    'ada@-example.com',
    'ada@example..com',
    `${'a'.repeat(65)}@example.com`,
    'ada@exam\nple.com,b@c.de',
  ])('%j is refused', (given) => {
    expect(emailField.safeParse(given).success).toBe(false);
  });
});
