import { describe, expect, test } from 'vitest';
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import { HARMLESS, HOSTILE } from './hostile.fixture.ts';
import { inspect } from './inspect.ts';

const look = (bytes: Uint8Array) => inspect(bytes, DOCUMENT_TYPES, MAX_DOCUMENT_BYTES);

describe('uploaded PDF files', () => {
  test.each(HARMLESS)('are accepted: %s', (_, bytes) => {
    expect(look(bytes)).toEqual({ type: 'application/pdf' });
  });

  test.each(HOSTILE)('are rejected if they have %s', (_, bytes) => {
    expect(look(bytes)).toHaveProperty('reason');
  });
});
