import { createFileRoute } from '@tanstack/react-router';
import { ServicesPage } from '#web/features/company/services.tsx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/services')({
  head: pageTitle('Services'),
  component: ServicesPage,
});
