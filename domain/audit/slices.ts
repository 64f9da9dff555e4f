/** Long work in slices, so that a page stays usable while it runs. */

/** How far a piece of work is. */
export interface Progress {
  /** What is being done, in a few words. */
  step: string;
  done: number;
  total: number;
}

/** Items that are worked on before the caller may have its turn: about two milliseconds on a phone. */
export const SLICE = 10;

/** Runs `each` over the items and yields after every slice. */
export function* sliced<Item>(
  step: string,
  items: readonly Item[],
  each: (item: Item, index: number) => void,
): Generator<Progress, void> {
  for (let start = 0; start < items.length; start += SLICE) {
    const end = Math.min(start + SLICE, items.length);
    for (let index = start; index < end; index += 1) each(items[index] as Item, index);
    yield { step, done: end, total: items.length };
  }
}

/** Runs the work to its end. After each slice it reports and lets others run. */
export async function inSlices<Result>(
  work: Generator<Progress, Result>,
  pause: (progress: Progress) => Promise<void>,
): Promise<Result> {
  let next = work.next();
  while (!next.done) {
    await pause(next.value);
    next = work.next();
  }
  return next.value;
}
