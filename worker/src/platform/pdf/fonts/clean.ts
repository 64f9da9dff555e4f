const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/gu;
const CONTROLS = /\p{Cc}/gu;
const LONE_SURROGATES = /\p{Cs}/gu;
/** Format characters that only control layout, including all that can change the reading order. */
const STEERING =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SPACES = /\p{Zs}+/gu;

/**
 * Text ready for layout: composed (NFC), on one line, without invisible controls. Characters without a
 * glyph become a visible replacement character.
 */
export function clean(text: string): string {
  return text
    .replace(LONE_SURROGATES, '\ufffd')
    .normalize('NFC')
    .replace(BREAKS, ' ')
    .replace(CONTROLS, '\ufffd')
    .replace(STEERING, '')
    .replace(SPACES, ' ')
    .trim();
}

export function codesOf(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}
