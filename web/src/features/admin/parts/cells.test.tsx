import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#web/test/mount.tsx';
import { TwoLines } from './cells.tsx';

describe('a customer’s name in a list', () => {
  it('keeps its own direction, so that an Arabic name is cut at its end and not at its beginning', () => {
    render(<TwoLines text="عبد الرحمن بن محمد" under={null} />);
    expect(screen.getByText('عبد الرحمن بن محمد').dir).toBe('auto');
  });
});
