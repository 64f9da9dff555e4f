/** How every search of the site and the desk compares texts. */

/** Letters that Unicode doesn't take apart, and what people type who have no key for them. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * A text without what nobody types the same way twice: case, the form of letters, marks on Latin ones, and apostrophes,
 * which become spaces. The view `desk_texts` folds the desk's indexes in the same way.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter)
    .replace(/['‘’ʼ`]| \u0301/g, ' ')
    .normalize('NFC');

/** The folded words of a search. */
export const searchWords = (text: string): string[] =>
  foldText(text)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '');

/** Whether every word of a search is somewhere in a text. */
export function isFound(text: string, search: string): boolean {
  const folded = foldText(text);
  return searchWords(search).every((word) => folded.includes(word));
}
