import { proxy } from 'valtio';

/** How to stop waiting for the wallet, once it has not answered for ten seconds. */
export const walletWait = proxy<{ stop: (() => void) | null }>({ stop: null });
