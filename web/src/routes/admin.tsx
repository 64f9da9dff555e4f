import { createFileRoute } from '@tanstack/react-router';
import { DeskFrame } from '../features/admin/shell/desk-frame.tsx';

/** The search parameters of every desk screen; the lists read their own (features/admin/list/search.ts). */
type DeskSearch = Record<string, string | number>;

const isParam = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Nothing below loads with another page. */
export const Route = createFileRoute('/admin')({
  validateSearch: (raw: Record<string, unknown>): DeskSearch =>
    Object.fromEntries(
      Object.entries(raw)
        .map(([key, value]) => [key, typeof value === 'boolean' ? String(value) : value] as const)
        .filter((entry): entry is [string, string | number] => isParam(entry[1])),
    ),
  component: DeskFrame,
});
