import { expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

const SHORT = 'A password needs at least 12 characters.';
const EASY = 'This password is too easy to guess. Please choose one without common words and rows of keys.';

test.each(['', 'short', 'eleven char'])('a password like %j is too short', (password) => {
  expect(passwordProblem(password)).toBe(SHORT);
});

test.each([
  'aaaaaaaaaaaa',
  'abababababababab',
  '123456789012',
  'Password1234',
  'password1234567890',
  'MooringMooring1!',
  'mooring-admin-2026',
  'Insurance2027!',
  'qwertyuiop123',
  'Administrator1!',
  '1q2w3e4r5t6y',
  'iloveyou1234',
])('a password like %j is too easy to guess', (password) => {
  expect(passwordProblem(password)).toBe(EASY);
});

test.each([
  'correct horse battery staple',
  'another password',
  'Zürich – Łódź 屋根',
  'x7#Kq!v9@Lp2',
  'all lower case letters',
  'd'.concat('e7f'.repeat(3), 'ghij'),
  `${'long '.repeat(30)}passphrase of 160 characters`,
])('a password like %j is accepted, whatever its characters', (password) => {
  expect(passwordProblem(password)).toBeNull();
});
