import { MIN_ADMIN_PASSWORD } from './demo.ts';

/** What people choose first, and what belongs to this place: none of it makes a password longer. */
const EASY = [
  ...['mooring', 'insurance', 'insurer', 'policy', 'claims', 'underwriter', 'support', 'auditor'],
  ...[
    'administrator',
    'admin',
    'password',
    'passwort',
    'passw0rd',
    'welcome',
    'letmein',
    'changeme',
    'secret',
  ],
  ...['iloveyou', 'monkey', 'dragon', 'sunshine', 'princess', 'football', 'master', 'login', 'hello', 'test'],
  ...[
    'qwertyuiop',
    'qwerty',
    'asdfghjkl',
    'asdfgh',
    'zxcvbnm',
    'zxcvbn',
    '1q2w3e4r5t',
    '1q2w3e4r',
    '1qaz2wsx',
  ],
  ...[
    '1234567890',
    '123456789',
    '12345678',
    '123456',
    '12345',
    '1234',
    '123',
    '0987654321',
    '654321',
    'abcdef',
    'abc',
  ],
] as const;
/** Characters that must be left once all of that is taken out. */
const FEWEST_LEFT = 6;
const FEWEST_DIFFERENT = 5;

/** Why an administrator can't have this password, in a sentence; null if they can. Any characters may be in it. */
export function passwordProblem(password: string): string | null {
  if (password.length < MIN_ADMIN_PASSWORD) {
    return `A password needs at least ${MIN_ADMIN_PASSWORD} characters.`;
  }
  const left = EASY.reduce<string>((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  const isEasy = left.length < FEWEST_LEFT || new Set(left).size < FEWEST_DIFFERENT;
  return isEasy
    ? 'This password is too easy to guess. Please choose one without common words and rows of keys.'
    : null;
}
