/** Keeps a database's rows and puts them back, whatever was tampered with and whatever its triggers made of it. */
import { env } from 'cloudflare:workers';
import { rows } from './harness.ts';

type Row = Record<string, unknown>;
interface Table {
  name: string;
  columns: string[];
}

async function tables(): Promise<Table[]> {
  const names = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_search*' AND name <> 'd1_migrations' ORDER BY name",
  );
  // It leaves out generated columns.
  const columns = await env.DB.batch<{ name: string }>(
    names.map(({ name }) => env.DB.prepare(`PRAGMA table_info(${name})`)),
  );
  return names.map(({ name }, index) => ({
    name,
    columns: columns[index]?.results.map((column) => column.name) ?? [],
  }));
}

/** A database as it is now; `restore` makes it so again. */
export async function keepDatabase(): Promise<{ restore(): Promise<void> }> {
  const all = await tables();
  const read = async () => {
    const found = await env.DB.batch<Row>(
      all.map(({ name, columns }) =>
        env.DB.prepare(`SELECT ${columns.map((each) => `"${each}"`).join(', ')} FROM ${name} ORDER BY rowid`),
      ),
    );
    return found.map(({ results }) => JSON.stringify(results));
  };
  const kept = await read();
  const put = ({ name, columns }: Table, json: string) => [
    env.DB.prepare(`DELETE FROM ${name}`),
    env.DB.prepare(
      `INSERT INTO ${name} (${columns.map((each) => `"${each}"`).join(', ')})
       SELECT ${columns.map((each) => `json_extract(value, '$."${each}"')`).join(', ')} FROM json_each(?)`,
    ).bind(json),
  ];
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
  );
  return {
    async restore() {
      const now = await read();
      const changed = all.filter((_, index) => now[index] !== kept[index]);
      // Without its triggers, which would keep on summing up what is put back.
      await env.DB.batch([
        ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER "${name}"`)),
        ...changed.flatMap((table) => put(table, kept[all.indexOf(table)] ?? '[]')),
        ...triggers.map(({ sql }) => env.DB.prepare(sql)),
      ]);
    },
  };
}
