import { describe, expect, it } from 'vitest';
import { isOwnSignIn } from './sign-in.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const text = (host: string, address: string) =>
  `${host} wants you to sign in with your Ethereum account:\n${address}\n\nSign in.\n\nURI: https://${host}`;

describe('isOwnSignIn', () => {
  it('only a sign-in message for this site and this account is signed @wallet-23', () => {
    expect(isOwnSignIn(text('mooring.example', ADDRESS), 'mooring.example', ADDRESS)).toBe(true);
    expect(isOwnSignIn(text('mooring.example', ADDRESS.toLowerCase()), 'mooring.example', ADDRESS)).toBe(
      true,
    );
    expect(isOwnSignIn(text('other.example', ADDRESS), 'mooring.example', ADDRESS)).toBe(false);
    expect(isOwnSignIn(text('mooring.example', `0x${'1'.repeat(40)}`), 'mooring.example', ADDRESS)).toBe(
      false,
    );
    expect(isOwnSignIn('I owe you everything', 'mooring.example', ADDRESS)).toBe(false);
    expect(isOwnSignIn('', 'mooring.example', ADDRESS)).toBe(false);
  });
});
