/** The value of a decimal digit in any script. The digits of a script follow each other from zero. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Invisible characters gone, digits and separators in ASCII, every kind of space or apostrophe a space. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, digitValue)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/['’‘`_\s]+/g, ' ')
    .trim();
