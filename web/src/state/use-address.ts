import { useSnapshot } from 'valtio';
import { walletSession } from './wallet-session.ts';

/** The connected wallet's address; empty without one. */
export const useAddress = (): string => useSnapshot(walletSession).wallet?.address ?? '';
