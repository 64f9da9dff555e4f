import { expect, test } from 'vitest';
import { asciiAddress } from './mail.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
  ["o'brien+home@例え.テスト", "o'brien+home@xn--r8jz45g.xn--zckzah"],
])('a letter to %s is handed to the provider as %s', (address, ascii) => {
  expect(asciiAddress(address)).toBe(ascii);
});
