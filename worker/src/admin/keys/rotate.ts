import {
  approvalBinding,
  callBinding,
  draftBinding,
  fieldBinding,
  phoneBinding,
  pushBinding,
  quoteBinding,
  secretBinding,
  shareBinding,
  totpBinding,
} from '#worker/platform/crypto/bindings.ts';
import { type Binding, type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import { type Facts, fingerprintOfPlace } from '#worker/quotes/details.ts';

/** Rows that are read, encrypted again and written together. */
const AT_ONCE = 100;

interface Column {
  table: string;
  column: string;
  /** SQL of the row's id in its binding, and of the wallet that it is encrypted for now. */
  id: string;
  owner: string;
  binding(id: string, owner: string): Binding;
  /** What else is made with the key, by its column. */
  alsoOf?(ring: KeyRing, value: unknown): Promise<Readonly<Record<string, string | null>>>;
}

const contact = (column: Parameters<typeof fieldBinding>[0]): Column => ({
  table: 'policy_contacts',
  column,
  id: 'policy_id',
  owner: '(SELECT wallet FROM policies WHERE policies.id = policy_id)',
  binding: (id, wallet) => fieldBinding(column, { id: Number(id), wallet }),
});

/** Every column encrypted with the details keys. */
const COLUMNS: readonly Column[] = [
  { table: 'drafts', column: 'sealed', id: 'id', owner: 'wallet', binding: draftBinding },
  {
    table: 'quotes',
    column: 'sealed',
    id: 'id',
    // A quote that became a policy is encrypted for the policy's current holder.
    owner: 'coalesce((SELECT policies.wallet FROM policies WHERE quote_id = quotes.id), wallet)',
    binding: quoteBinding,
    alsoOf: async (ring, value) => ({
      place_mark: await fingerprintOfPlace(ring, (value as { details: Facts }).details),
    }),
  },
  contact('beneficiary'),
  contact('nickname'),
  contact('telephone'),
  { table: 'policy_shares', column: 'sealed', id: 'id', owner: 'wallet', binding: shareBinding },
  {
    table: 'profiles',
    column: 'phone',
    id: 'wallet',
    owner: 'wallet',
    binding: (_, wallet) => phoneBinding(wallet),
  },
  {
    table: 'push_subscriptions',
    column: 'sealed',
    id: 'id',
    owner: 'wallet',
    binding: (id, wallet) => pushBinding({ id, wallet }),
  },
  {
    table: 'webhooks',
    column: 'sealed_secret',
    id: 'id',
    owner: 'wallet',
    binding: (id, wallet) => secretBinding({ id, wallet }),
  },
  {
    table: 'claim_calls',
    column: 'sealed',
    id: 'claim_id',
    owner: '(SELECT wallet FROM claims WHERE claims.id = claim_id)',
    binding: (id, wallet) => callBinding({ id: Number(id), wallet }),
  },
  { table: 'admins', column: 'sealed_totp', id: 'id', owner: "''", binding: (id) => totpBinding(id) },
  { table: 'approvals', column: 'sealed_input', id: 'id', owner: "''", binding: (id) => approvalBinding(id) },
];

interface Row {
  row: number;
  sealed: string;
  id: string;
  owner: string;
}

/** A database outside the worker: an operator's command runs this. */
export interface Operated {
  query(sql: string): Promise<Row[]>;
  execute(sql: string): Promise<unknown>;
}

const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

/**
 * Encrypts everything again that is not under the current key, page by page. Interrupted or repeated, it continues with
 * what is left, and it never replaces what an owner has changed meanwhile.
 * @returns how many values it read, and the places of those that no key of the ring decrypts
 */
export async function rotateDetailsKeys(ring: KeyRing, database: Operated) {
  const unreadable: string[] = [];
  let found = 0;
  for (const { table, column, id, owner, binding, alsoOf } of COLUMNS) {
    for (let page: Row[] | null = null; page === null || page.length === AT_ONCE; ) {
      const after: number = page?.at(-1)?.row ?? 0;
      page = await database.query(
        `SELECT rowid AS row, ${column} AS sealed, CAST(${id} AS TEXT) AS id, coalesce(${owner}, '') AS owner
          FROM ${table} WHERE rowid > ${after} AND instr(${column}, ${quoted(`${ring.current}.`)}) <> 1
          ORDER BY rowid LIMIT ${AT_ONCE}`,
      );
      const statements: string[] = [];
      for (const { row, sealed, id: rowId, owner: wallet } of page) {
        const value = await open(ring, sealed, binding(rowId, wallet)).catch(() => undefined);
        if (value === undefined) unreadable.push(`${table}.${column}, row ${row}`);
        else {
          const text = await seal(ring, value, binding(rowId, wallet));
          const set = Object.entries({ [column]: text, ...(await alsoOf?.(ring, value)) });
          const values = set.map(([name, to]) => `${name} = ${quoted(to)}`).join(', ');
          statements.push(
            `UPDATE ${table} SET ${values} WHERE rowid = ${row} AND ${column} = ${quoted(sealed)}`,
          );
        }
      }
      if (statements.length > 0) await database.execute(statements.join(';\n'));
      found += page.length;
    }
  }
  return { found, unreadable };
}
