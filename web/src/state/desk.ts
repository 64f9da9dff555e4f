import { proxy, subscribe } from 'valtio';
import { local } from './storage.ts';

/** Only an administrator's browser has this entry. */
const DESK = 'desk';

interface DeskPreferences {
  rail: 'open' | 'closed';
  density: 'compact' | 'comfortable';
  hidden: Record<string, string[]>;
}

function stored(): DeskPreferences {
  const value = local.read(DESK) as Partial<DeskPreferences> | null;
  const hidden = Object.entries(value?.hidden ?? {}).filter(([, columns]) => Array.isArray(columns));
  return {
    rail: value?.rail === 'closed' ? 'closed' : 'open',
    density: value?.density === 'comfortable' ? 'comfortable' : 'compact',
    hidden: Object.fromEntries(hidden),
  };
}

export const desk = proxy<DeskPreferences>(stored());

subscribe(desk, () => local.write(DESK, desk));
