import { createFileRoute } from '@tanstack/react-router';
import { DeskFrame } from '../features/admin/shell/desk-frame.tsx';

/** The search parameters of every desk screen; the lists read their own (features/admin/list/search.ts). */
type DeskSearch = Record<string, string | number>;

/**
 * All of /admin. This one line is what customers load of the desk: its screens and what they are called are in
 * features/admin/shell/screens.tsx.
 */
export const Route = createFileRoute('/admin/$')({
  validateSearch: (raw: Record<string, unknown>) => raw as DeskSearch,
  component: DeskFrame,
});
