/**
 * Search schema of a screen: the parameters of its address, which the screen itself looks through.
 * Checked by hand instead of with zod, because search parsers load with every page.
 */
export const params =
  <Key extends string>(...keys: readonly Key[]) =>
  (raw: Record<string, unknown>) => {
    const kept: { [key in Key]?: string | number } = {};
    for (const key of keys) {
      const value = raw[key];
      if (typeof value === 'number' || (value && typeof value === 'string')) kept[key] = value;
    }
    return kept;
  };

const LIST = ['open', 'act', 'search', 'sortBy', 'sortOrder', 'cursor', 'page', 'limit'] as const;

/** Search schema of a list of the desk: its view, the open record, and its own filters. */
export const listParams = <Filter extends string>(...filters: readonly Filter[]) =>
  params<(typeof LIST)[number] | Filter>(...LIST, ...filters);
