import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VerifyAddress } from './verify-address.tsx';

afterEach(cleanup);

const ID = `0x${'ab'.repeat(32)}`;
const said = () => screen.getByText(/^Anyone can check it/).textContent;

describe('the address on a printed page', () => {
  it('names the page of the registry id at this site', () => {
    render(<VerifyAddress quoteId={ID} block={null} />);
    expect(said()).toBe(`Anyone can check it at ${window.location.origin}/verify/${ID}`);
  });

  it('names the block of the payment where no contract keeps a registry', () => {
    render(<VerifyAddress quoteId={ID} block={4711} />);
    expect(said()).toBe(`Anyone can check it at ${window.location.origin}/verify/${ID}?block=4711`);
  });
});
