// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { network } from '#web/test/network.ts';
import { LoadError } from './states.tsx';

const query = { error: new Error('The server is busy.'), isFetching: false, refetch: () => undefined };

afterEach(() => {
  cleanup();
  network('online');
});

describe('a failed load', () => {
  it('says what failed and why', () => {
    render(<LoadError title="Your policies could not be loaded" query={query} />);
    expect(screen.getByRole('alert').textContent).toBe(
      'Your policies could not be loadedThe server is busy. Try Again',
    );
  });

  it('says that the browser is offline instead, and that cover doesn’t depend on it', () => {
    network('offline');
    render(<LoadError title="Your policies could not be loaded" query={query} />);
    expect(screen.getByRole('heading').textContent).toBe('You are offline');
    expect(screen.getByRole('alert').textContent).toContain('Your cover doesn’t depend on this page.');
    expect(screen.getByRole('alert').textContent).not.toContain('The server is busy.');
    expect(screen.getByRole('alert').querySelector('svg[viewBox="0 0 240 140"]')).not.toBeNull();
  });
});
