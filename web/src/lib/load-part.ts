import { isOffline, OFFLINE } from './network.ts';

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
