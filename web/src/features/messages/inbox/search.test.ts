import { describe, expect, it } from 'vitest';
import { closed, messagesSearch } from './search.ts';

/** The parsed URL without its undefined parameters. */
const read = (raw: Record<string, unknown>) => JSON.parse(JSON.stringify(messagesSearch(raw)));

describe('address of the messages page', () => {
  it('the URL of the messages page opens a thread with filters @messages-1', () => {
    expect(read({ thread: 12, search: 'garage', type: 'claim' })).toEqual({
      thread: 12,
      search: 'garage',
      type: 'claim',
    });
    expect(closed({ thread: 12, search: 'garage', type: 'claim' })).toEqual({
      search: 'garage',
      type: 'claim',
    });
  });

  it('the URL of the messages page opens the compose form with its subject in place of a thread', () => {
    expect(read({ compose: 1, policy: 12, subject: 'Change of POL-012', thread: 3 })).toEqual({
      compose: 1,
      policy: 12,
      subject: 'Change of POL-012',
    });
    expect(read({ compose: 1, claim: 4, subject: 2027 })).toEqual({ compose: 1, claim: 4, subject: '2027' });
  });

  it('unknown values in the URL of the messages page are ignored', () => {
    expect(
      read({ thread: 'x', type: 'billing', search: '', compose: 'no', policy: 3, subject: 'S' }),
    ).toEqual({});
    for (const thread of [0, -1, 1.5, 1e300, null, ['1']]) expect(read({ thread })).toEqual({});
    expect(read({ compose: 1, subject: 'x'.repeat(500) }).subject).toHaveLength(150);
  });
});
