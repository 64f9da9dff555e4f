import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeConnectDialog } from '#web/state/connect-dialog.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { fakeApi } from './fake-api.ts';
import { mountSite } from './mount.tsx';
import { evmWallet } from './sample-wallet.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const connect = () => setConnected(evmWallet(ADDRESS));
const banner = () => within(screen.getByRole('banner'));
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'));

let toasts: ToastCall[] = [];

beforeEach(() => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  fakeApi({});
  setDisconnected('wallet');
});
afterEach(() => {
  closeConnectDialog();
  setDisconnected('user');
});

describe('the landing page', () => {
  it('the landing page has its hero, three features, three products with prices and limits, and Connect Wallet @nav-1', async () => {
    mountSite('/');
    const main = within(await screen.findByRole('main'));
    expect(main.getByRole('heading', { level: 1 })).toBeDefined();
    const features = main.getByRole('region', { name: 'What you can rely on' });
    expect(within(features).getAllByRole('heading', { level: 3 })).toHaveLength(3);
    const products = within(main.getByRole('region', { name: 'Three kinds of cover' }));
    const cards = products.getAllByRole('listitem').map((item) => item.textContent);
    expect(cards[0]).toMatch(/Home Insurance.*from \$50\/month.*up to \$500K/);
    expect(cards[1]).toMatch(/Car Insurance.*from \$80\/month.*up to \$100K/);
    expect(cards[2]).toMatch(/Travel Insurance.*\$25 for 30 days.*up to \$1M/);
    expect(cards[2]).not.toMatch(/from \$/);
    expect(hrefs(products.getAllByRole('link'))).toEqual(['/quote/home', '/quote/car', '/quote/travel']);
    expect(main.getAllByRole('button', { name: 'Connect Wallet' })).toHaveLength(2);
    expect(main.getByRole('link', { name: 'Verify a policy' }).getAttribute('href')).toBe('/verify');
  });

  it('the landing page redirects a connected wallet to its dashboard @nav-2', async () => {
    connect();
    mountSite('/');
    const links = await within(await screen.findByRole('main')).findAllByRole('link', {
      name: 'Go to Dashboard',
    });
    expect(hrefs(links)).toEqual(['/dashboard', '/dashboard']);
  });
});

const smallMenu = async () =>
  within(await waitFor(() => document.getElementById('small-menu') ?? Promise.reject(new Error('closed'))));

const QUOTES = ['/quote/home', '/quote/car', '/quote/travel'];
const PAGES = [
  '/about',
  '/services',
  '/contact',
  '/help',
  '/verify',
  '/complaints',
  '/terms',
  '/privacy',
  '/cookie-policy',
  '/accessibility',
  '/audit',
  '/documentation',
  '/api-reference',
  '/community',
];

describe('header and footer', () => {
  it('the header offers Connect Wallet, which opens Connect Your Wallet @nav-23', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    mountSite('/');
    expect(await screen.findByRole('banner')).toBeDefined();
    expect(banner().queryByRole('link', { name: 'Dashboard' })).toBeNull();
    fireEvent.click(banner().getByRole('button', { name: 'Connect Wallet' }));
    expect(await screen.findByRole('dialog', { name: 'Connect Your Wallet' })).toBeDefined();
  });

  it('the header shows a connected wallet’s short address and its pages @nav-19 @nav-23', async () => {
    connect();
    mountSite('/');
    await screen.findByRole('banner');
    expect(banner().getByText('0x9965…A4dc')).toBeDefined();
    expect(banner().getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(hrefs(banner().getAllByRole('link')).slice(1)).toEqual([
      '/dashboard',
      '/my-policies',
      '/my-claims',
      '/messages',
    ]);
    const others = await banner().findByRole('button', { name: 'Others' });
    fireEvent.keyDown(others, { key: 'Enter' });
    await screen.findByRole('menuitem', { name: 'Submit Claim' });
    expect(hrefs(screen.getAllByRole('menuitem'))).toEqual([
      '/submit-claim',
      '/profile',
      '/support',
      '/verify',
    ]);
  });

  it('the header offers a visitor only the public pages @nav-18', async () => {
    mountSite('/');
    await screen.findByRole('banner');
    const nav = within(banner().getByRole('navigation', { name: 'Main' }));
    expect(hrefs(nav.getAllByRole('link'))).toEqual(['/', '/about', '/services', '/contact']);
    fireEvent.click(banner().getByRole('button', { name: 'Open menu' }));
    const small = await smallMenu();
    expect(hrefs(small.getAllByRole('link'))).toEqual(['/', '/about', '/services', '/contact']);
  });

  it('the small menu has every page of a wallet but its messages, its address and the appearance, and closes on navigation @nav-19', async () => {
    connect();
    const { router } = mountSite('/');
    await screen.findByRole('banner');
    fireEvent.click(banner().getByRole('button', { name: 'Open menu' }));
    const small = await smallMenu();
    expect(hrefs(small.getAllByRole('link'))).toEqual([
      '/dashboard',
      '/my-policies',
      '/my-claims',
      '/submit-claim',
      '/profile',
      '/support',
      '/verify',
    ]);
    expect(small.getByText('0x9965…A4dc')).toBeDefined();
    expect(small.getByRole('button', { name: 'Appearance' })).toBeDefined();
    fireEvent.click(small.getByRole('link', { name: 'Verify a policy' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/verify'));
    await waitFor(() => expect(document.getElementById('small-menu')).toBeNull());
  });

  it('Escape closes the small menu and returns the focus to its button', async () => {
    mountSite('/');
    await screen.findByRole('banner');
    fireEvent.click(banner().getByRole('button', { name: 'Open menu' }));
    const small = await smallMenu();
    small.getByRole('link', { name: 'About' }).focus();
    fireEvent.keyDown(small.getByRole('link', { name: 'About' }), { key: 'Escape' });
    await waitFor(() => expect(document.getElementById('small-menu')).toBeNull());
    expect(document.activeElement).toBe(banner().getByRole('button', { name: 'Open menu' }));
  });

  it('Disconnect ends the session, says so and leads home @nav-23 @wallet-6 @wallet-17', async () => {
    connect();
    const { router } = mountSite('/my-policies');
    await screen.findByRole('heading', { name: 'My Policies' });
    fireEvent.click(banner().getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(toasts.map(({ message }) => message)).toEqual(['Wallet disconnected']));
    expect(localStorage.getItem('walletSession')).toBeNull();
    expect(banner().getByRole('button', { name: 'Connect Wallet' })).toBeDefined();
  });

  it('the footer links to the three quotes from every page @nav-21', async () => {
    mountSite('/');
    const nav = within(await screen.findByRole('navigation', { name: 'Quotes' }));
    expect(hrefs(nav.getAllByRole('link'))).toEqual(QUOTES);
  });

  it('the footer links to the company, help, legal pages and the registry from every page @nav-22', async () => {
    mountSite('/');
    const footer = within(await screen.findByRole('contentinfo'));
    expect(hrefs(footer.getAllByRole('link'))).toEqual(['/withdraw', ...QUOTES, ...PAGES]);
    const auditors = within(footer.getByRole('navigation', { name: 'For developers and auditors' }));
    expect(hrefs(auditors.getAllByRole('link'))).toEqual(PAGES.slice(-4));
  });

  it('the footer of a connected wallet folds every link but the withdrawal', async () => {
    connect();
    mountSite('/about');
    const footer = within(await screen.findByRole('contentinfo'));
    const folded = footer.getByText('All pages').closest('details') as HTMLElement;
    expect(hrefs(within(folded).getAllByRole('link', { hidden: true }))).toEqual([...QUOTES, ...PAGES]);
    const withdraw = footer.getByRole('link', { name: 'Withdraw from contract here' });
    expect(folded.contains(withdraw)).toBe(false);
  });
});

describe('addresses', () => {
  it('an unknown address is logged and leads home @nav-14', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    mountSite('/no/such/page');
    expect(await screen.findByText('Oops! Page not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(warn).toHaveBeenCalledWith('404: there is no page at /no/such/page');
  });

  it.each([
    '/dashboard',
    '/payment',
    '/confirmation',
    '/my-policies',
    '/policy/7?type=home',
    '/find-payment',
    '/submit-claim',
    '/my-claims',
    '/claim/7',
    '/messages',
    '/profile',
    '/support',
  ])('%s sends a visitor home @nav-5 @nav-7 @nav-8 @nav-9 @nav-10 @nav-11 @claims-1 @claims-2 @claims-3', async (path) => {
    const { router } = mountSite(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state.next).toBe(path);
  });

  it.each([
    '/quote/home',
    '/quote/car',
    '/quote/travel?start=2027-01-10&end=2027-01-20',
  ])('%s shows a visitor the form, and keeps it when a wallet connects @nav-6', async (path) => {
    const { router } = mountSite(path);
    const name = await screen.findByLabelText<HTMLInputElement>(/full name$/);
    fireEvent.change(name, { target: { value: 'Ada Holm' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(connect);
    expect(await screen.findByRole('button', { name: 'Back to dashboard' })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/full name$/).value).toBe('Ada Holm');
    expect(router.state.location.pathname).toBe(path.split('?')[0]);
  });

  it.each([
    '/dashboard',
    '/my-policies',
    '/policy/7?type=home',
    '/find-payment',
  ])('%s asks a wallet that is only connected to sign in @nav-17', async (path) => {
    connect();
    mountSite(path);
    expect(await screen.findByText(/^Sign in to (see|find) your polic(y|ies)$/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined();
  });
});
