import { createFileRoute } from '@tanstack/react-router';
import { ServicesPage } from '../features/company/services.tsx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/services')({
  head: pageTitle('Services'),
  component: ServicesPage,
});
