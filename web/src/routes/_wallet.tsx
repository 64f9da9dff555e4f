import { createFileRoute } from '@tanstack/react-router';
import { WalletGuard } from '#web/features/auth/wallet-guard.tsx';

/** Everything below needs a connected wallet, and nothing of it loads before. */
export const Route = createFileRoute('/_wallet')({ component: WalletGuard });
