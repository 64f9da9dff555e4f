import { createFileRoute } from '@tanstack/react-router';
import { deskPart } from '#web/routes/-desk.ts';

/** The frame of the desk, which asks for a session on every screen but the login. */
export const Route = createFileRoute('/admin')({ component: deskPart('DeskFrame') });
