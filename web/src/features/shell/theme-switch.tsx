import { Monitor, Moon, Sun } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { preferences, setTheme, THEMES } from '#web/state/theme.ts';
import { buttonClass } from '#web/ui/button.tsx';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function ThemeSwitch() {
  const { theme } = useSnapshot(preferences);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      title={`Appearance: ${NAMES[theme]}. Change to ${NAMES[next]}`}
      onClick={() => setTheme(next)}
      className={buttonClass({ variant: 'quiet', size: 'icon' })}
    >
      <Icon aria-hidden />
    </button>
  );
}
