import { Monitor, Moon, Sun } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { preferences, setTheme, THEMES } from '#web/state/theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

/** Changes between the system's colors, light and dark. */
export function ThemeSwitch({ className, children }: { className: string; children?: string }) {
  const { theme } = useSnapshot(preferences);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      title={`Appearance: ${NAMES[theme]}. Change to ${NAMES[next]}`}
      onClick={() => setTheme(next)}
      className={className}
    >
      <Icon aria-hidden className="size-4.5" />
      {children}
    </button>
  );
}
