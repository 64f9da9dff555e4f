import { files, type KeptKey, keptFor, vault, write, writing } from './kept.ts';

/** The files that were chosen and not sent, by their ids. */
export async function keptFiles(key: KeptKey): Promise<[string, File][]> {
  const owner = keptFor(key);
  const stored = async () => (owner === null ? [] : (await vault()).readFiles(owner, key));
  await writing;
  return [...new Map([...(await stored().catch(() => [])), ...(files.get(key) ?? [])])];
}

/** Keeps a chosen file under its id, or with null not anymore. */
export function keepFile(key: KeptKey, id: string, file: File | null): void {
  const chosen = files.get(key) ?? new Map<string, File>();
  if (file === null) chosen.delete(id);
  else chosen.set(id, file);
  files.set(key, chosen);
  void write(key, ({ writeFile }, owner) => writeFile(owner, key, id, file));
}
