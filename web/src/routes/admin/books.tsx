import { createFileRoute } from '@tanstack/react-router';
import { params } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/books')({
  validateSearch: params('view', 'month', 'cursor'),
  ...deskScreen('BooksScreen', 'Books'),
});
