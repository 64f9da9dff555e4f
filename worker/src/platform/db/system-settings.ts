import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  SETTING_DEFAULTS,
  type SettingKey,
  type SettingKinds,
  settingOf,
  settingText,
} from '#domain/admin/settings-schema.ts';
import type { Database } from './client.ts';
import { systemSettings } from './settings-schema.ts';

export type Settled<Key extends SettingKey> = Pick<SettingKinds, Key>;

/** Settings in force, by their keys: one row read for each. */
export async function readSettings<Key extends SettingKey>(
  db: Database,
  keys: readonly Key[],
): Promise<Settled<Key>> {
  const { key, value } = systemSettings;
  const found = await db
    .select({ key, value })
    .from(systemSettings)
    .where(inArray(key, [...keys]))
    .all();
  const texts = new Map(found.map((row) => [row.key, row.value]));
  return Object.fromEntries(keys.map((each) => [each, settingOf(each, texts.get(each))])) as Settled<Key>;
}

/** The stored text of a setting, for a query that needs it beside other things. */
export const settingIn = (key: SettingKey): SQL<string> =>
  sql<string>`coalesce((SELECT ${systemSettings.value} FROM ${systemSettings} WHERE ${eq(systemSettings.key, key)}), ${settingText(SETTING_DEFAULTS[key])})`;
