import { isOffline, OFFLINE } from './network.ts';

/** `load` on the first call, whose answer all calls share. A failed load is retried on the next call. */
export function loadedOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** A part of the site whose code could not be fetched. Its message is a sentence for customers. */
export class PartError extends Error {}

/**
 * `import()` of a part of the site. Browsers keep a failed import as failed until the page is loaded again, so none begins
 * without a network.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (isOffline()) throw new PartError(OFFLINE);
  try {
    return await load();
  } catch {
    throw new PartError('This part could not be loaded.');
  }
}
