import { createFileRoute } from '@tanstack/react-router';
import { Desk } from '../../features/admin/shell/desk.tsx';

/** Everything below needs a signed-in administrator. */
export const Route = createFileRoute('/admin/_desk')({ component: Desk });
