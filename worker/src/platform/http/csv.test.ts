import { describe, expect, test } from 'vitest';
import { type Cell, csvAnswer, usDate, usTime } from './csv.ts';

const file = async (cells: readonly Cell[][], size = 2) => {
  const asked: (string | undefined)[] = [];
  const columns = [0, 1].map((index) => ({
    title: ['Text', 'Other, quoted'][index] ?? '',
    value: (row: Cell[]) => row[index] ?? null,
  }));
  const response = await csvAnswer('users', columns, async (cursor) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const next = from + size < cells.length ? String(from + size) : null;
    return { rows: cells.slice(from, from + size), next };
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes, asked, text: new TextDecoder().decode(bytes) };
};

describe('a list as CSV', () => {
  test('is a UTF-8 attachment with a byte order mark and CRLF lines', async () => {
    const { response, bytes, text } = await file([['Zoë', 'a "b", c']]);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text).toBe('Text,"Other, quoted"\r\nZoë,"a ""b"", c"\r\n');
  });

  test('is read page by page, and an empty list has only its titles', async () => {
    const { asked, text } = await file([[1], [2], [3], [4], [5]]);
    expect(asked).toEqual([undefined, '2', '4']);
    expect(text.split('\r\n')).toEqual(['Text,"Other, quoted"', '1,', '2,', '3,', '4,', '5,', '']);
    expect((await file([])).text).toBe('Text,"Other, quoted"\r\n');
  });

  test('never lets a text begin a formula, and leaves numbers as they are', async () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x")'];
    const { text } = await file(dangerous.map((each) => [each, -5]));
    const rows = text.split('\r\n').slice(1, -1);
    expect(rows).toEqual([
      "'=1+1,-5",
      "'+1,-5",
      "'-1,-5",
      "'@SUM(A1),-5",
      "'\t=1,-5",
      '"\'\r=1",-5',
      "'＝1,-5",
      '"\'=HYPERLINK(""http://x"")",-5',
    ]);
    const kept = await file([
      ['a=b', 10n ** 20n],
      [null, true],
    ]);
    expect(kept.text.split('\r\n').slice(1)).toEqual(['a=b,100000000000000000000', ',yes', '']);
    expect((await file([['two\nlines', 1]])).text).toBe('Text,"Other, quoted"\r\n"two\nlines",1\r\n');
  });

  test('answers an error before its first page instead of half a file', async () => {
    const broken = csvAnswer('users', [], () => Promise.reject(new Error('no database')));
    await expect(broken).rejects.toThrow('no database');
  });

  test('shows dates as they are written in the United States', () => {
    expect([usDate('2026-11-21'), usDate('2026-03-01T23:59:00.000Z'), usDate(null)]).toEqual([
      '11/21/2026',
      '03/01/2026',
      '',
    ]);
    expect([usTime('2026-11-21T14:05:59.000Z'), usTime(null)]).toEqual(['11/21/2026 14:05', '']);
  });
});
