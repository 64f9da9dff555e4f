import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  SETTING_DEFAULTS,
  SETTING_LABELS,
  type SettingKey,
  settingInWords,
  settingText,
} from '#domain/admin/settings-schema.ts';
import { approvalsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import type { Value, Values } from './form-card.tsx';

/** The forms are built from their fields, so their values are known by name only. */
export const schemaOf = (schema: z.ZodType) => schema as unknown as z.ZodType<Values, Values>;
export const words = (key: string, value: Value) => settingInWords(key as SettingKey, settingText(value));
export const pick = (keys: readonly SettingKey[]): Values =>
  Object.fromEntries(keys.map((key) => [key, SETTING_DEFAULTS[key]]));

/** What is proposed for each setting, in words. */
export function useWaiting(): Readonly<Record<string, string>> {
  const admin = useAdmin();
  const { data = [] } = useQuery({ ...approvalsQuery, enabled: admin.may('admins.manage') });
  const settings = data.filter(({ kind }) => kind === 'setting');
  return Object.fromEntries(
    (Object.keys(SETTING_LABELS) as SettingKey[]).flatMap((key) => {
      const approval = settings.find(({ title }) => title === SETTING_LABELS[key]);
      return approval ? [[key, approval.after]] : [];
    }),
  );
}
