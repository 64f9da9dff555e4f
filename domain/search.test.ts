import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foldText, isFound, searchWords } from './search.ts';

describe('a search', () => {
  test.each([
    ['Muñoz', 'munoz'],
    ['Nguye\u0302\u0303n Va\u0306n An', 'nguyen van an'],
    ['ĐORĐEVIĆ', 'dordevic'],
    ['Łukasz', 'lukasz'],
    ['Søren Ǿ', 'soren o'],
    ['Strauß STRAUẞ', 'strauss strauss'],
    ['Ægir Þór Cœur', 'aegir thor coeur'],
    ['İpek Yıldız', 'ipek yildiz'],
    ['Ħal Ŧ Ð', 'hal t d'],
    ['O’Brien O`Brien', 'o brien o brien'],
    ['Ａｄａ ﬁn', 'ada fin'],
    ['ｶﾞﾝﾀﾞﾑ がん', 'ガンダム がん'],
    ['Ёлка Йод', 'ёлка йод'],
    ['한국 田中', '한국 田中'],
    ['हिन्दी ไทยที่', 'हिन्दी ไทยที่'],
  ])('compares %s as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('with no words in it finds everything', () => {
    expect(searchWords(" O'Brien \u0000Bo ")).toEqual(['o', 'brien', 'bo']);
    expect(isFound('Ada', ' ')).toBe(true);
  });

  test('finds a text that has all its words in any order', () => {
    expect(isFound('Ana Muñoz, Łódź', 'lodz munoz')).toBe(true);
    expect(isFound('Ana Muñoz, Łódź', 'lodz garcia')).toBe(false);
  });

  test('folds each letter of the desk’s trigger to what foldText makes of it', () => {
    const schema = readFileSync(join(import.meta.dirname, '../migrations/0001_schema.sql'), 'utf8');
    const [, table = '{}'] = /json_each\('(\{\s+"[\s\S]+?\})'\)/.exec(schema) ?? [];
    const letters = Object.entries(JSON.parse(table.replaceAll("''", "'")) as Record<string, string>);
    expect(letters.length).toBeGreaterThan(250);
    expect(letters.filter(([letter, plain]) => foldText(letter) !== foldText(plain))).toEqual([]);
  });
});
