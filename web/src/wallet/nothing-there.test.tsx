import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, PATIENCE_MS } from './answered.ts';
import { NothingThere } from './nothing-there.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('a wallet that does not answer', () => {
  it('gets a hint and a way back after ten seconds, and the hint goes with the answer', async () => {
    render(<NothingThere />);
    const answers: ((signature: string) => void)[] = [];
    const ask = () => answered(new Promise<string>((resolve) => answers.push(resolve)));
    const first = ask();
    await pass(PATIENCE_MS - 1);
    expect(screen.queryByRole('status')).toBeNull();
    await pass(1);
    expect(screen.getByRole('status').textContent).toBe('Nothing there? Open your wallet.Stop waiting');
    answers[0]?.('0x1');
    await pass(0);
    expect(await first).toBe('0x1');
    expect(screen.queryByRole('status')).toBeNull();
    const second = ask().catch((error: { code: string }) => error.code);
    await pass(PATIENCE_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
    expect(await second).toBe('unanswered');
    await pass(0);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
