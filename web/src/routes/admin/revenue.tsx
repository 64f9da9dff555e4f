import { createFileRoute } from '@tanstack/react-router';
import { params } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/revenue')({
  validateSearch: params('unit', 'days', 'compareWith'),
  head: pageTitle('Revenue'),
  component: deskScreen('RevenueScreen'),
});
