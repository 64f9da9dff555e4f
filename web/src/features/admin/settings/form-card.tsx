import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Controller, type Path, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import * as settingsApi from '#domain/admin/settings-api.ts';
import type { Changed } from '#domain/admin/settings-schema.ts';
import { typedNumber } from '#domain/read-number.ts';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, deskCache, settingsQuery } from '#web/features/admin/queries.ts';
import { showIssues } from '#web/lib/api/use-api-form.ts';
import { formatCount } from '#web/lib/format.ts';
import { useKeptForm } from '#web/lib/kept/use-kept-form.ts';
import { adminSession } from '#web/state/admin-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Section } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { SeveralField } from './several-field.tsx';

/** How each form of the settings is saved. */
const SAVE = {
  profile: settingsApi.changeOwnProfile,
  notifications: settingsApi.changeOwnNotifications,
  security: settingsApi.changeSecurity,
  system: settingsApi.changeSystem,
  sender: settingsApi.changeSender,
  underwriting: settingsApi.changeUnderwriting,
};

type FormName = keyof typeof SAVE;

export type Value = string | number | boolean;
export type Values = Record<string, Value>;

export interface FieldSpec {
  name: string;
  label: string;
  kind: 'text' | 'email' | 'number' | 'switch' | 'select' | 'several';
  hint?: ReactNode;
  options?: readonly { value: string; label: string }[];
  /** Such as `$`, before the number. */
  unit?: string;
  /** Such as `years`, after the number. */
  after?: string;
}

interface FormCardProps {
  title: string;
  name: FormName;
  fields: readonly FieldSpec[];
  schema: z.ZodType<Values, Values>;
  stored: { version: number; values: Values; changed: Readonly<Record<string, Changed>> };
  /** What each value is called when it is shown, such as `$10,000`. */
  words?: (name: string, value: Value) => string;
  /** What waits for a second administrator, by field. */
  waiting?: Readonly<Record<string, string>>;
  /** For Reset; without them the form has none. */
  standard?: Values;
  disabled?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
  /** Above the buttons, about the values as they are typed; null while they aren't valid. */
  about?: (values: Values | null) => ReactNode;
  /** Fields in two columns where there is room. */
  paired?: boolean;
}

/** A reset takes the form's own options otherwise, which keep what was typed. */
const ALL = { keepDirtyValues: false };

const show = (_: string, value: Value) =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value);

/** A form of the settings: saved on its own, with who set each value, and both versions when somebody was faster. */
export function FormCard({
  title,
  name,
  fields,
  schema,
  stored,
  words = show,
  waiting = {},
  standard,
  disabled = false,
  actions,
  children,
  about,
  paired = false,
}: FormCardProps) {
  const form = useKeptForm<Values>({
    keep: `desk/settings/${name}`,
    resolver: zodResolver(schema),
    values: stored.values,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const dirty = (key: string) => Boolean((dirtyFields as Readonly<Record<string, unknown>>)[key]);
  // A newer version that arrives while somebody types must not pass for the one they saw.
  const [seen, setSeen] = useState(stored.version);
  useEffect(() => {
    if (!isDirty) setSeen(stored.version);
  }, [isDirty, stored.version]);
  const [failure, setFailure] = useState<unknown>(null);
  const change = useChange<{ version: number; values: Values }>({
    seen: { ...stored, version: seen },
    read: async () => (await deskCache.fetchQuery({ ...settingsQuery, staleTime: 0 }))[name] as typeof stored,
    of: ['approvals', 'auth'],
    onFailed: (_, error) => {
      setFailure(error);
      showIssues(
        form,
        error,
        fields.map((field) => field.name),
      );
    },
  });
  const discard = (values: Values) => {
    setFailure(null);
    change.clear();
    form.reset(values, ALL);
  };
  const save = (input: Values) => {
    setFailure(null);
    return change.run(
      async ({ version }) => {
        const { waiting: waits } = await adminApi.ask(SAVE[name], { body: input, version });
        toast.success(
          waits.length === 0 ? `${title} saved` : `${title}: a second administrator is needed`,
          waits.length === 0 ? undefined : 'It takes effect when a second administrator confirms it.',
        );
      },
      {
        failed: `${title} was not saved`,
        mine: (now) =>
          Object.entries(input).map(([key, mine]) => [
            fields.find((field) => field.name === key)?.label ?? key,
            words(key, now.values[key] ?? ''),
            words(key, mine),
          ]),
        onTheirs: (now) => discard(now.values),
      },
      async () => {
        // Whoever now needs a second factor may not read them again before.
        const fresh = await deskCache.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => null);
        if (fresh === null) return;
        const values = fresh[name].values as Values;
        form.reset(Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? ''])), ALL);
        setSeen(fresh[name].version);
      },
    );
  };
  return (
    <Section dense title={title} actions={actions}>
      <form
        noValidate
        id={name}
        aria-label={title}
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void form.handleSubmit((values) =>
            save(Object.fromEntries(Object.entries(values).filter(([key]) => dirty(key)))),
          )(event)
        }
      >
        <div className={paired ? 'grid items-start gap-x-6 gap-y-4 md:grid-cols-2' : 'flex flex-col gap-4'}>
          {fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              form={form}
              disabled={disabled}
              error={errors[field.name as Path<Values>]?.message as string | undefined}
              hint={
                <>
                  {field.hint && <span className="block">{field.hint}</span>}
                  <SetBy changed={stored.changed[field.name] ?? null} />
                  {waiting[field.name] && (
                    <span className="block text-ink">
                      {waiting[field.name]} needs a second administrator.
                    </span>
                  )}
                </>
              }
            />
          ))}
        </div>
        {children}
        {about?.(typedValues(schema, form.watch()))}
        <Conflict change={change} />
        <FormError error={failure} />
        {!disabled && (
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              size="small"
              busy={change.busy}
              disabled={!isDirty || change.conflict !== null}
            >
              Save
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabled={!isDirty || change.busy}
              onClick={() => discard(stored.values)}
            >
              Cancel
            </Button>
            {standard && (
              <Button
                size="small"
                variant="quiet"
                disabled={change.busy}
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
        )}
      </form>
      <LeaveGuard active={() => isDirty && adminSession.token !== null}>
        {`What you changed under ${title} is not saved.`}
      </LeaveGuard>
    </Section>
  );
}

/** The values if the server would take them. */
function typedValues(schema: z.ZodType<Values, Values>, values: Values): Values | null {
  const parsed = schema.safeParse(values);
  return parsed.success ? parsed.data : null;
}

function SetBy({ changed }: { changed: Changed }) {
  if (changed === null) return null;
  return (
    <span className="block">
      {changed.by}, <ShortMoment at={changed.at} />
      {changed.confirmed_by && `, confirmed by ${changed.confirmed_by}`}
    </span>
  );
}

/** The number that was typed, with or without separators; NaN for nothing or anything else. */
const numberIn = (text: string) => Number(typedNumber(text, 2) ?? Number.NaN);

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: number;
  onNumber: (value: number) => void;
}

/** A number with thousands separators, except while somebody types in it. */
function NumberInput({ value, onNumber, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = Number.isNaN(value) ? '' : formatCount(value);
  return (
    <Input
      {...rest}
      inputMode="numeric"
      className="figures max-w-48 text-right"
      // What was typed counts until the form has another value.
      value={typed !== null && Object.is(numberIn(typed), value) ? typed : text}
      onChange={({ target }) => {
        setTyped(target.value);
        onNumber(numberIn(target.value));
      }}
      onFocus={({ target }) => {
        if (Number.isNaN(value)) return;
        setTyped(String(value));
        // The other text loses the selection, and what is typed next would follow the old number.
        queueMicrotask(() => target.select());
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

interface FormFieldProps {
  field: FieldSpec;
  form: UseFormReturn<Values>;
  disabled: boolean;
  error: string | undefined;
  hint: ReactNode;
}

function FormField({ field, form, disabled, error, hint }: FormFieldProps) {
  const { name, label, kind, options = [], unit, after } = field;
  if (kind === 'switch') {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => (
          <div className="-my-3">
            <Switch
              label={label}
              hint={hint}
              checked={value === true}
              disabled={disabled}
              onChange={onChange}
            />
          </div>
        )}
      />
    );
  }
  if (kind === 'several') {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => (
          <SeveralField
            label={label}
            hint={hint}
            error={error}
            options={options}
            disabled={disabled}
            value={String(value)}
            onChange={onChange}
          />
        )}
      />
    );
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) =>
        kind === 'select' ? (
          <Controller
            control={form.control}
            name={name}
            render={({ field: { value, onChange, onBlur } }) => (
              <Select
                {...aria}
                disabled={disabled}
                options={options}
                value={String(value)}
                onBlur={onBlur}
                onChange={(chosen) => onChange(Number(chosen))}
              />
            )}
          />
        ) : (
          <div className="flex items-center gap-2">
            {unit && <span className="text-muted">{unit}</span>}
            {kind === 'number' ? (
              <Controller
                control={form.control}
                name={name}
                render={({ field: { ref, value, onChange, onBlur } }) => (
                  <NumberInput
                    {...aria}
                    ref={ref}
                    name={name}
                    disabled={disabled}
                    value={Number(value)}
                    onNumber={onChange}
                    onBlur={onBlur}
                  />
                )}
              />
            ) : (
              <Input {...aria} {...form.register(name)} type={kind} disabled={disabled} />
            )}
            {after && <span className="text-muted">{after}</span>}
          </div>
        )
      }
    </Field>
  );
}
