import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { endSignIn, setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { mount } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { SignInCard } from './sign-in-card.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const EXPIRED = 'Your session has expired. Sign in again to continue where you are.';

afterEach(() => setDisconnected('user'));

describe('the sign-in card', () => {
  it('says that the session has expired, and nothing of it to a wallet that never signed in', () => {
    setConnected(evmWallet(ADDRESS));
    const { unmount } = mount(<SignInCard title="Sign in to see your policies" />);
    expect(screen.queryByText(EXPIRED)).toBeNull();
    unmount();
    setSignedIn({ token: 'token-1', address: ADDRESS, expiresAt: '2099-01-01T00:00:00Z' });
    endSignIn('token-1');
    mount(<SignInCard title="Sign in to see your policies" />);
    expect(screen.getByText(EXPIRED)).toBeDefined();
  });
});
