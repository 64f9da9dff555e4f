import { createFileRoute } from '@tanstack/react-router';
import { ContractScreen } from '../../../features/admin/contract/contract-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/contract')({
  head: pageTitle('Contract'),
  component: ContractScreen,
});
