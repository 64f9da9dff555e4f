import { network, OFFLINE } from './network.ts';

/** A part of the site whose code could not be fetched. Its message is a sentence for customers. */
export class PartError extends Error {}

/**
 * `import()` of a part of the site. Browsers keep a failed import as failed until the page is loaded again, so none begins
 * without a network.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (network.lost) throw new PartError(OFFLINE);
  try {
    return await load();
  } catch (cause) {
    throw new PartError(network.lost ? OFFLINE : 'This part of the page could not be loaded.', { cause });
  }
}
