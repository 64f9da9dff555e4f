import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod';
import * as settingsApi from '#domain/admin/settings-api.ts';
import {
  type Changed,
  SETTING_DEFAULTS,
  SETTING_LABELS,
  type SettingKey,
  settingInWords,
  settingText,
} from '#domain/admin/settings-schema.ts';
import { ChangeNotices } from '#web/features/admin/kit/action-bar.tsx';
import { type FieldSpec, Fields } from '#web/features/admin/kit/fields.tsx';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, approvalsQuery, readNow, settingsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { adminSession } from '#web/state/admin-session.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';

/** How each form of the settings is saved. */
const SAVE = {
  profile: settingsApi.changeOwnProfile,
  notifications: settingsApi.changeOwnNotifications,
  security: settingsApi.changeSecurity,
  system: settingsApi.changeSystem,
  sender: settingsApi.changeSender,
  underwriting: settingsApi.changeUnderwriting,
};

type Value = string | number | boolean;
export type Values = Record<string, Value>;

interface FormCardProps {
  title: string;
  name: keyof typeof SAVE;
  fields: readonly FieldSpec<Values>[];
  schema: z.ZodType;
  stored: { version: number; values: Values; changed: Readonly<Record<string, Changed>> };
  /** For Reset; the defaults of the system's settings, and without either the form has none. */
  standard?: Values;
  /** Whether it is about one's own account, and not for whoever may change settings. */
  own?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
  /** Above the buttons, about the values as they are typed; null while they aren't valid. */
  about?: (values: Values | null) => ReactNode;
  /** Fields in two columns where there is room. */
  paired?: boolean;
}

/** A reset takes the form's own options otherwise, which keep what was typed. */
const ALL = { keepDirtyValues: false };

const isSetting = (key: string): key is SettingKey => key in SETTING_LABELS;

/** What each value is called when it is shown, such as `$10,000`. */
function inWords(key: string, value: Value): string {
  if (isSetting(key)) return settingInWords(key, settingText(value));
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}

/** What is proposed for a setting, in words. */
function useWaiting(): (key: string) => string | undefined {
  const { data = [] } = useQuery({ ...approvalsQuery, enabled: useAdmin().may('admins.manage') });
  return (key) =>
    data.find(({ kind, title }) => kind === 'setting' && isSetting(key) && title === SETTING_LABELS[key])
      ?.after;
}

/** A form of the settings: saved on its own, with who set each value, and both versions when somebody was faster. */
export function FormCard(props: FormCardProps) {
  const { title, name, fields, stored, own = false, about } = props;
  // The forms are built from their fields, so their values are known by name only.
  const schema = props.schema as z.ZodType<Values, Values>;
  const waiting = useWaiting();
  const [seen, setSeen] = useState(stored.version);
  const change = useChange<{ version: number; values: Values }>({
    seen: { ...stored, version: seen },
    read: async () => (await readNow(settingsQuery))[name] as typeof stored,
    of: ['approvals', 'auth'],
    failure: 'thrown',
  });
  const form = useApiForm<Values, Values, boolean>({
    keep: `desk/settings/${name}`,
    schema,
    values: stored.values,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
    send: (values): Promise<boolean> =>
      save(Object.fromEntries(Object.entries(values).filter(([key]) => dirty(key)))),
  });
  const { isDirty, dirtyFields } = form.formState;
  const dirty = (key: string): boolean => Boolean((dirtyFields as Readonly<Record<string, unknown>>)[key]);
  // A newer version that arrives while somebody types must not pass for the one they saw.
  useEffect(() => {
    if (!isDirty) setSeen(stored.version);
  }, [isDirty, stored.version]);
  const discard = (values: Values) => {
    form.sending.reset();
    change.clear();
    form.reset(values, ALL);
  };
  const save = (input: Values): Promise<boolean> =>
    change.run(
      async ({ version }) => {
        const { waiting: waits } = await adminApi.ask(SAVE[name], { body: input, version });
        if (waits.length === 0) toast.success(`${title} saved`);
        else {
          const then = 'It takes effect when a second administrator confirms it.';
          toast.success(`${title}: a second administrator is needed`, then);
        }
      },
      {
        failed: `${title} was not saved`,
        mine: (now) =>
          Object.entries(input).map(([key, mine]) => [
            fields.find((field) => field.name === key)?.label ?? key,
            inWords(key, now.values[key] ?? ''),
            inWords(key, mine),
          ]),
        onTheirs: (now) => discard(now.values),
      },
      async () => {
        // Whoever now needs a second factor may not read them again before.
        const fresh = await readNow(settingsQuery).catch(() => null);
        if (fresh === null) return;
        const values = fresh[name].values as Values;
        form.reset(Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? ''])), ALL);
        setSeen(fresh[name].version);
      },
    );
  const standard = props.standard ?? (own ? undefined : defaultsOf(fields));
  const busy = change.busy || form.sending.isPending;
  return (
    <Section dense title={title} actions={props.actions}>
      <form noValidate id={name} aria-label={title} className="flex flex-col gap-4" onSubmit={form.submit}>
        <div
          className={props.paired ? 'grid items-start gap-x-6 gap-y-4 md:grid-cols-2' : 'flex flex-col gap-4'}
        >
          <Fields
            form={form}
            fields={fields.map((field) => ({
              ...field,
              hint: (
                <Hint changed={stored.changed[field.name] ?? null} waiting={waiting(field.name)}>
                  {field.hint}
                </Hint>
              ),
            }))}
          />
        </div>
        {props.children}
        {about?.(schema.safeParse(form.watch()).data ?? null)}
        <ChangeNotices change={change} />
        <FormError error={form.sending.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" busy={busy} disabled={!isDirty || change.conflict !== null}>
            Save
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={!isDirty || busy}
            onClick={() => discard(stored.values)}
          >
            Cancel
          </Button>
          {standard && (
            <Button
              size="small"
              variant="quiet"
              disabled={busy}
              onClick={() => {
                for (const [key, value] of Object.entries(standard)) {
                  form.setValue(key, value, { shouldDirty: true, shouldValidate: true });
                }
              }}
            >
              Reset
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard active={() => isDirty && adminSession.token !== null}>
        {`What you changed under ${title} is not saved.`}
      </LeaveGuard>
    </Section>
  );
}

const defaultsOf = (fields: readonly FieldSpec<Values>[]): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, SETTING_DEFAULTS[name as SettingKey]]));

interface HintProps {
  changed: Changed;
  waiting: string | undefined;
  children: ReactNode;
}

/** What a field is for, who set it, and what is proposed for it. */
function Hint({ changed, waiting, children }: HintProps) {
  return (
    <>
      {children && <span className="block">{children}</span>}
      {changed && (
        <span className="block">
          {changed.by}, <ShortMoment at={changed.at} />
          {changed.confirmed_by && `, confirmed by ${changed.confirmed_by}`}
        </span>
      )}
      {waiting && <span className="block text-ink">{waiting} needs a second administrator.</span>}
    </>
  );
}
