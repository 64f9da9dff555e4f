/** Rows of any kind by a key. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const found = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = found.get(keyOf(row));
    if (group) group.push(row);
    else found.set(keyOf(row), [row]);
  }
  return found;
}
