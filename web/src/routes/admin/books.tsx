import { createFileRoute } from '@tanstack/react-router';
import { params } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/books')({
  validateSearch: params('view', 'month', 'cursor'),
  head: pageTitle('Books'),
  component: deskScreen('BooksScreen'),
});
