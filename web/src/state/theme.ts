import { proxy, useSnapshot } from 'valtio';
import { KEYS, local } from './storage.ts';

const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;
type Theme = keyof typeof NAMES;
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme {
  const value = local.text(KEYS.theme);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Follows the system until `watchSystemTheme` has read the choice: a prerendered page knows none. */
const preferences = proxy<{ theme: Theme }>({ theme: 'system' });

function apply(): void {
  const dark = preferences.theme === 'dark' || (preferences.theme === 'system' && darkSystem().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function setTheme(theme: Theme): void {
  preferences.theme = theme;
  if (theme === 'system') local.remove(KEYS.theme);
  else local.writeText(KEYS.theme, theme);
  apply();
}

/** The theme, and the switch to the next one: its title and what a press does. */
export function useTheme() {
  const { theme } = useSnapshot(preferences);
  const title = `Appearance: ${NAMES[theme]}. Change to ${NAMES[NEXT[theme]]}`;
  return { theme, title, onClick: () => setTheme(NEXT[theme]) };
}

/** Restores the customer's choice; without one, follows the system setting. */
export function watchSystemTheme(): void {
  preferences.theme = stored();
  apply();
  darkSystem().addEventListener('change', apply);
}
