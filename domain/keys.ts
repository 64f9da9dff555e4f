/** The keys of a table in its order, such as `z.enum` takes them. */
/* @__NO_SIDE_EFFECTS__ */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  Object.keys(table) as unknown as readonly [Key, ...Key[]];
