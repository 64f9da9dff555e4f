import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Button } from '#web/ui/button.tsx';
import { translatePage } from '../../e2e/fixtures/translate.ts';

const CODE = readFileSync(join(import.meta.dirname, '../public/translated.js'), 'utf8');
const { removeChild, insertBefore } = Node.prototype;
let stop = () => {};

beforeAll(() => void new Function(CODE)());
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));
afterEach(() => {
  stop();
  cleanup();
});

/** Lets the page's observers run. */
const told = () => act(() => new Promise<void>((done) => setTimeout(done)));

function Purchase({ amount, paid }: { amount: string | null; paid: boolean }) {
  return (
    <main>
      <p data-testid="price">
        {amount === null ? 'Calculating...' : amount} for <b>30 days</b>
        {paid && ' and paid'}
      </p>
      <p data-testid="hint">
        {paid ? <strong>Thank you.</strong> : 'Confirm in your wallet'} Rate {amount} today
      </p>
      <p data-testid="note">{paid && <em>Covered: </em>}Your home at 12 Quay Street</p>
      <Button>
        Pay {amount} {!paid && 'now'}
      </Button>
    </main>
  );
}

const texts = () =>
  ['price', 'hint', 'note']
    .map((id) => screen.getByTestId(id).textContent)
    .concat(screen.getByRole('button').textContent);

describe('a page that the browser translates', () => {
  it('shows each text as it is now, and loses none, when amounts change and parts come and go', async () => {
    const { rerender } = render(<Purchase amount={null} paid={false} />);
    stop = translatePage();
    await told();
    expect(document.querySelectorAll('font font').length).toBeGreaterThan(8);
    rerender(<Purchase amount="$99" paid={false} />);
    await told();
    expect(texts()).toEqual([
      '$99 for 30 days',
      'Confirm in your wallet Rate $99 today',
      'Your home at 12 Quay Street',
      'Pay $99 now',
    ]);
    rerender(<Purchase amount="$70" paid />);
    await told();
    const paid = [
      '$70 for 30 days and paid',
      'Thank you. Rate $70 today',
      'Covered: Your home at 12 Quay Street',
      'Pay $70 ',
    ];
    expect(texts()).toEqual(paid);
    rerender(<Purchase amount="$99" paid={false} />);
    await told();
    rerender(<Purchase amount="$70" paid />);
    await told();
    expect(texts()).toEqual(paid);
  });
});
