import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CALLS } from '#domain/clear-signing/sentences.ts';
import { show } from '#domain/clear-signing/show.ts';
import { CONSENT_UNTIL, consentRequest, QUOTE } from '#web/test/sample-consent.ts';
import { ConsentShows, WalletShows } from './wallet-shows.tsx';

const HOLDER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const bold = (container: HTMLElement) =>
  [...container.querySelectorAll('strong')].map(({ textContent }) => textContent);

describe('what the wallet asks to confirm', () => {
  it('the values to compare are bold, and what is in the sentence already is not listed again', () => {
    const values = { quoteId: QUOTE, newHolder: HOLDER };
    const { container } = render(<WalletShows shown={show(CALLS.proposeHolderChange, values, [])} />);
    expect(bold(container)).toEqual([HOLDER, QUOTE]);
    expect(screen.getByText(/^Compare the two values in bold with your wallet\./)).toBeDefined();
    expect(screen.queryByText('Everything it shows')).toBeNull();
  });

  it('a call without arguments leaves nothing to compare', () => {
    const { container } = render(<WalletShows shown={show(CALLS.pause, {}, [])} />);
    expect(container.textContent).toBe('Your wallet asks you to confirmStop taking premiums');
  });

  it('a consent on a chain without a contract is a text that the wallet itself shows', () => {
    const terms = { quoteId: QUOTE, refund: '5', validUntil: CONSENT_UNTIL };
    const currency = { symbol: 'ROC', decimals: 12 };
    const text = { kind: 'substrate', message: 'I agree' } as const;
    const { container } = render(<ConsentShows {...terms} currency={currency} request={text} />);
    expect(container.textContent).toBe('');
    const signed = consentRequest({ refund: '5' });
    const { container: shown } = render(<ConsentShows {...terms} currency={currency} request={signed} />);
    expect(bold(shown)).toEqual(['5', QUOTE]);
  });
});
