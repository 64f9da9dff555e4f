import { createFileRoute } from '@tanstack/react-router';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/contract')(deskScreen('ContractScreen', 'Contract'));
