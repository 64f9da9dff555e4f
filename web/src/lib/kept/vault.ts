import { seal, unseal } from './sealed.ts';

/** What nobody has come back to for so long is erased. */
const KEPT_MS = 30 * 86_400_000;

/** `keys` by owner; the others, encrypted, by owner and name (and a file's id). */
const STORES = ['keys', 'texts', 'files'] as const;
type Name = (typeof STORES)[number];

/** No script can read the key: it only encrypts and decrypts here. */
interface OwnersKey {
  key: CryptoKey;
  /** Milliseconds. */
  seen: number;
}

const answer = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  if (opened !== null) return opened;
  const request = indexedDB.open('kept', 1);
  request.onupgradeneeded = () => {
    for (const name of STORES) request.result.createObjectStore(name);
  };
  opened = answer(request);
  return opened;
}

const store = async (name: Name) => (await open()).transaction(name, 'readwrite').objectStore(name);

/** All keys that begin with these parts. */
const under = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** The owner's key, made with the first use. */
async function keyOf(owner: string): Promise<CryptoKey> {
  const known = async (): Promise<OwnersKey | undefined> => answer((await store('keys')).get(owner));
  const own = await known();
  if (own) return own.key;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  // Another tab may have made one meanwhile.
  const add = async () => answer((await store('keys')).add({ key, seen: Date.now() }, owner));
  await add().catch(() => undefined);
  return (await known())?.key ?? key;
}

/** Marks the owner as seen, and erases whoever has not been for long. */
async function sweep(owner: string): Promise<void> {
  const keys = await store('keys');
  const [owners, all] = await Promise.all([answer(keys.getAllKeys()), answer<OwnersKey[]>(keys.getAll())]);
  for (const [index, { key, seen }] of all.entries()) {
    const one = String(owners[index]);
    if (one === owner) await answer((await store('keys')).put({ key, seen: Date.now() }, owner));
    else if (seen < Date.now() - KEPT_MS) await erase(one);
  }
}

type Kept = Awaited<ReturnType<typeof unseal>>;

/** What is under these parts, by the last part of its key. What can't be decrypted is left out. */
async function read(name: Name, owner: string, ...parts: string[]): Promise<[string, Kept][]> {
  const key = await keyOf(owner);
  const from = await store(name);
  const range = under(owner, ...parts);
  const [keys, all] = await Promise.all([answer(from.getAllKeys(range)), answer(from.getAll(range))]);
  const opened = all.map(async (sealed, index): Promise<[string, Kept][]> => {
    const kept = await unseal(key, sealed).catch(() => null);
    return kept === null ? [] : [[String((keys[index] as string[]).at(-1)), kept]];
  });
  return (await Promise.all(opened)).flat();
}

/** Null deletes it. */
async function write(name: Name, at: string[], sealed: Uint8Array | null): Promise<void> {
  const into = await store(name);
  await (sealed === null ? answer(into.delete(at)) : answer(into.put(sealed, at)));
}

export async function readTexts(owner: string): Promise<[string, unknown][]> {
  await sweep(owner);
  return (await read('texts', owner)).map(([name, { value }]) => [name, value]);
}

export async function writeText(owner: string, name: string, value: unknown): Promise<void> {
  await write('texts', [owner, name], value === null ? null : await seal(await keyOf(owner), value));
}

export async function readFiles(owner: string, name: string): Promise<[string, File][]> {
  return (await read('files', owner, name)).map(([id, { value, body }]) => {
    const { name: called, ...rest } = value as { name: string; type: string; lastModified: number };
    return [id, new File([body], called, rest)];
  });
}

export async function writeFile(owner: string, name: string, id: string, file: File | null): Promise<void> {
  const about = file && { name: file.name, type: file.type, lastModified: file.lastModified };
  await write('files', [owner, name, id], file && (await seal(await keyOf(owner), about, file)));
}

/** Erases everything of the owner, the key first. */
export async function erase(owner: string): Promise<void> {
  await answer((await store('keys')).delete(owner));
  for (const name of ['texts', 'files'] as const) await answer((await store(name)).delete(under(owner)));
}
