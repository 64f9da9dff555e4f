import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment, fileName } from './inspect.ts';

test.each([
  ['a\r\nSet-Cookie: a=b.png', 'aSet-Cookie: a=b.png'],
  ['..\\..\\etc/passwd', 'passwd.png'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['', 'document.png'],
])('a file called %j is stored as %j or without an extension', (given, stored) => {
  expect([stored, stored.replace(/\.png$/, '')]).toContain(fileName(given, 'image/png'));
});

test('no file name reaches a header with anything but one well-formed disposition', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme-composite' }),
  );
  fc.assert(
    fc.property(texts, (given) => {
      const header = attachment(fileName(given, 'application/pdf'), 'application/pdf');
      expect(header).toMatch(/^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w.~%-]+$/);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(header).toMatch(/\.pdf"/i);
    }),
    { numRuns: 300 },
  );
});
