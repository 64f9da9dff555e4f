import { createFileRoute } from '@tanstack/react-router';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/settings')(deskScreen('SettingsScreen', 'Settings'));
