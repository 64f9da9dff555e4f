import type * as z from 'zod';

/** Gives what a schema declares of a value; null where that is always the whole value. */
type Strip = ((value: never) => unknown) | null;

const compiled = new WeakMap<z.core.$ZodType, { strip: Strip }>();

/**
 * Leaves out of an answer what its schema doesn't declare, so that a column never leaves because a row has it. It checks
 * nothing else: types do that, and a full parse takes many times as long.
 * @throws for a schema that changes values, since whoever reads the answer parses it again
 */
export function strip<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.input<Schema> {
  const run = stripOf(schema);
  return (run ? run(value as never) : value) as z.input<Schema>;
}

/** Compiled once per schema. A schema that contains itself is not supported. */
function stripOf(schema: z.core.$ZodType): Strip {
  let known = compiled.get(schema);
  if (!known) {
    known = { strip: compile(schema) };
    compiled.set(schema, known);
  }
  return known.strip;
}

function compile(schema: z.core.$ZodType): Strip {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const rewrites = def.checks?.some((check) => check._zod.def.check === 'overwrite');
  if (rewrites || ('coerce' in def && def.coerce)) throw new Error(`An answer rewrites its ${def.type}`);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
    case 'unknown':
      return null;
    case 'optional':
    case 'nullable': {
      const inner = stripOf(def.innerType);
      return inner && ((value) => (value == null ? value : inner(value)));
    }
    case 'array': {
      const inner = stripOf(def.element);
      return inner && ((value: never[]) => value.map((each) => inner(each)));
    }
    case 'object':
      return picker(def.shape, def.catchall?._zod.def.type === 'unknown');
    case 'record':
      return ofRecord(def);
    case 'union':
      return ofUnion(def.options);
    default:
      throw new Error(`An answer changes values by a ${def.type}`);
  }
}

/** @param loose whether keys that aren't declared stay */
function picker(shape: Readonly<Record<string, z.core.$ZodType>>, loose = false): Strip {
  const fields = Object.entries(shape).map(([key, field]) => [key, stripOf(field)] as const);
  return (value: Record<string, never>) => {
    const picked: Record<string, unknown> = loose ? { ...value } : {};
    for (const [key, inner] of fields) {
      const own = value[key];
      if (own !== undefined) picked[key] = inner ? inner(own) : own;
    }
    return picked;
  };
}

function ofRecord({ keyType, valueType }: z.core.$ZodRecordDef): Strip {
  const keys = keyType._zod.values;
  if (keys) return picker(Object.fromEntries([...keys].map((key) => [String(key), valueType])));
  const inner = stripOf(valueType);
  return (
    inner &&
    ((value: Record<string, never>) =>
      Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inner(each)])))
  );
}

/** The first option that a value fits decides. */
function ofUnion(options: readonly z.core.$ZodType[]): Strip {
  const all = options.map((option) => ({ fits: fitting(option), inner: stripOf(option) }));
  if (all.every(({ inner }) => inner === null)) return null;
  return (value) => {
    const option = all.find(({ fits }) => fits(value));
    if (!option) throw new Error('An answer fits none of its shapes');
    return option.inner ? option.inner(value) : value;
  };
}

/** Whether a value has every key and every fixed value that an option requires. */
function fitting(option: z.core.$ZodType): (value: unknown) => boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return Array.isArray;
  if (def.type === 'union') {
    const any = def.options.map(fitting);
    return (value) => any.some((fits) => fits(value));
  }
  if (def.type !== 'object') return (value) => value === null || typeof value !== 'object';
  const required = Object.entries(def.shape).filter(([, { _zod }]) => _zod.optout !== 'optional');
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    required.every(([key, { _zod }]) => {
      const own = (value as Record<string, unknown>)[key];
      return own !== undefined && (_zod.values?.has(own as never) ?? true);
    });
}
