/**
 * `make` on the first call, whose value all calls share. A formatter takes a phone some 20 ms, which a page that shows none
 * does not wait for.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
