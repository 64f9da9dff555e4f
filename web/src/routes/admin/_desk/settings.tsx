import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../../../features/admin/settings/settings-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/settings')({
  head: pageTitle('Settings'),
  component: SettingsScreen,
});
