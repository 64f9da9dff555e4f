import { loadPart } from '#web/lib/load-part.ts';

/** Of the customer with the wallet, or of the administrator at the desk. */
type Realm = 'mine' | 'desk';
/** What is kept, such as `mine/reply/7`. */
export type KeptKey = `${Realm}/${string}`;

/** Its code comes with the first person who signs in. Where the browser blocks its store, all is kept in the page alone. */
export const vault = () => loadPart(() => import('./vault.ts'));

/**
 * What was typed and is neither sent nor discarded, by key. A visitor's stays in this page's memory; that of somebody
 * signed in is encrypted in the browser too.
 */
const texts = new Map<KeptKey, unknown>();
/** Chosen files, see `files.ts`. */
export const files = new Map<KeptKey, Map<string, File>>();
const owners: Record<Realm, string | null> = { mine: null, desk: null };
const readings: Record<Realm, Promise<unknown> | null> = { mine: null, desk: null };
const listeners = new Set<() => void>();

const realmOf = (key: KeptKey) => (key.startsWith('desk/') ? 'desk' : 'mine');
const keysOf = (realm: Realm, kept: Map<KeptKey, unknown>) =>
  [...kept.keys()].filter((key) => realmOf(key) === realm);
const tell = () => {
  for (const listener of [...listeners]) listener();
};

export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readKept = (key: KeptKey): unknown => texts.get(key) ?? null;

/** Whose it is; another person starts empty. */
export const keptFor = (key: KeptKey): string | null => owners[realmOf(key)];

/** What a visitor has typed in this page, which is nowhere else. */
export const keptHere = (): [KeptKey, unknown][] => (owners.mine === null ? [...texts] : []);

/** Whether all that was kept has been read. */
export const isKeptRead = (realm: Realm): boolean => readings[realm] === null;

/** Keeps `value`, or with null nothing anymore. Resolves once the browser has it. */
export async function keep(key: KeptKey, value: unknown): Promise<void> {
  if (value === null) texts.delete(key);
  else texts.set(key, value);
  tell();
  await store(key);
}

/** Ends with the last write so far. */
export let writing: Promise<unknown> = Promise.resolve();

/** Writes in order, each time what is the newest by then, and only for whom it was typed. */
export function write(
  key: KeptKey,
  work: (into: Awaited<ReturnType<typeof vault>>, owner: string) => Promise<unknown>,
): Promise<unknown> {
  const owner = keptFor(key);
  if (owner === null) return Promise.resolve();
  const done = async () => {
    const into = await vault();
    if (keptFor(key) === owner) await work(into, owner);
  };
  writing = writing.then(done).catch(() => undefined);
  return writing;
}

const store = (key: KeptKey) => write(key, ({ writeText }, owner) => writeText(owner, key, readKept(key)));

/**
 * From now on `realm` belongs to `owner`, who finds again what they had typed. What a visitor had typed becomes theirs.
 * @param erase whether what the owner before had typed is erased from the browser as well
 */
export function belongTo(realm: Realm, owner: string | null, erase: boolean): void {
  const before = owners[realm];
  if (before === owner) return;
  owners[realm] = owner;
  if (before !== null) {
    for (const kept of [texts, files]) {
      for (const key of keysOf(realm, kept)) kept.delete(key);
    }
    if (erase) writing = writing.then(async () => (await vault()).erase(before)).catch(() => undefined);
  }
  const reading = owner === null ? null : takeOver(realm, owner).catch(() => undefined);
  readings[realm] = reading;
  void reading?.then(() => {
    if (readings[realm] !== reading) return;
    readings[realm] = null;
    tell();
  });
  tell();
}

async function takeOver(realm: Realm, owner: string): Promise<void> {
  const { readTexts } = await vault();
  const stored = (await readTexts(owner)) as [KeptKey, unknown][];
  if (owners[realm] !== owner) return;
  for (const [key, value] of stored) if (!texts.has(key)) texts.set(key, value);
  for (const key of keysOf(realm, texts)) void store(key);
}
