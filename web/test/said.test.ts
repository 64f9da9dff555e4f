// @vitest-environment node
import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Opening tags of what shows a text as a person wrote it. */
const TAGS = /<[a-z]+\s(?:[^<>]|=>)*whitespace-pre-wrap(?:[^<>]|=>)*>/g;

describe('what people write', () => {
  it('every text of several lines is shown in the direction of its own script', () => {
    const tags = Object.entries(SOURCES).flatMap(([file, source]) =>
      [...source.matchAll(TAGS)].map(([tag]) => ({ file, tag })),
    );
    expect(tags.length).toBeGreaterThan(12);
    expect(tags.filter(({ tag }) => !tag.includes('dir="auto"'))).toEqual([]);
  });
});
