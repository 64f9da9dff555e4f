import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/contract')({
  head: pageTitle('Contract'),
  component: deskScreen('ContractScreen'),
});
