import { createFileRoute } from '@tanstack/react-router';
import { ContactScreen } from '../features/contact/contact-screen.tsx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/contact')({
  head: pageTitle('Contact'),
  component: ContactScreen,
});
