// A day at the desk: everything that waits is worked off from the queue with the keyboard. What no lower test can hold: the
// real queue after real decisions, the focus from one record to the next, and the queue compared with the tables.
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import type { QueueItem } from '#domain/admin/records-schema.ts';
import { Admin, leaveToken, SECOND } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { openDatabase } from './fixtures/database.ts';
import { arrange, hurry, type Place, type Workload } from './fixtures/day.ts';
import { tabTo } from './fixtures/desk.ts';
import { OwnStack } from './fixtures/own-stack.ts';
import { API, ORIGIN, STATE_DIR } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';
import type { Role } from './pages/desk-record.ts';

/** Keys from one item to the next. What a form demands in words or figures isn't counted. */
const MOST_KEYS = 3;

/** What waits, out of the tables alone: section, kind and id. `:me` is an administrator of the demo. */
const WAITING = `
  WITH alive AS (SELECT * FROM transfers WHERE ended_at IS NULL AND reference IS NULL),
  others AS (SELECT * FROM transfers WHERE reference IS NOT NULL AND state = 'prepared'),
  steps AS (SELECT *, row_number() OVER (PARTITION BY quote_id ORDER BY block_number DESC, event_index DESC) AS newest
    FROM chain_events WHERE status = 'confirmed' AND (kind LIKE 'holder_change_%' OR kind = 'holder_changed'))
  SELECT 'to_do' AS section, 'claims_due' AS kind, id FROM claims
    WHERE status IN ('pending', 'under_review') AND requested_documents IS NULL
  UNION ALL SELECT 'customer', 'documents_awaited', id FROM claims WHERE requested_documents IS NOT NULL
  UNION ALL SELECT CASE WHEN coalesce(o.prepared_by, c.decided_by) = :me THEN 'second_person' ELSE 'to_do' END,
    'payouts_to_confirm', c.id FROM claims c LEFT JOIN others o ON o.claim_id = c.id
    WHERE c.status = 'approved' AND (c.needs_confirmation = 1 OR o.claim_id IS NOT NULL)
  UNION ALL SELECT CASE WHEN a.id IS NULL THEN 'to_do' ELSE 'time' END,
    CASE WHEN a.id IS NULL THEN 'payouts_to_send' ELSE 'payouts_under_way' END, c.id
    FROM claims c LEFT JOIN others o ON o.claim_id = c.id
    LEFT JOIN alive a ON a.claim_id = c.id AND a.state IN ('announced', 'sent') AND a.payable_at > :now
    WHERE c.status = 'approved' AND c.needs_confirmation = 0 AND o.claim_id IS NULL
  UNION ALL SELECT 'time', 'payouts_under_way', id FROM claims WHERE status = 'processing_payment'
  UNION ALL SELECT CASE WHEN EXISTS (SELECT 1 FROM alive a WHERE a.quote_id = p.quote_id AND a.claim_id IS NULL
      AND a.state = 'sent') THEN 'time' ELSE 'to_do' END, 'refunds_owed', p.id
    FROM policies p LEFT JOIN endings c ON c.policy_id = p.id AND c.due_from IS NOT NULL
      AND c.closed_at IS NULL AND (c.kind IN ('withdrawal', 'rejection') OR c.consent_until > :now)
    WHERE p.status IN ('pending', 'active') AND c.policy_id IS NOT NULL
  UNION ALL SELECT 'to_do', 'policies_to_review', id FROM policies
    WHERE status = 'pending' AND needs_review = 1 AND refund_kind IS NOT 'rejection'
  UNION ALL SELECT CASE WHEN s.kind <> 'holder_change_confirmed' OR s.effective_at IS NULL
      THEN CASE WHEN :manages THEN 'to_do' ELSE 'second_person' END
      WHEN s.effective_at > :now THEN 'time' ELSE 'to_do' END, 'holder_changes', p.id
    FROM steps s JOIN policies p ON p.quote_id = s.quote_id
    WHERE s.newest = 1 AND s.kind NOT IN ('holder_change_stopped', 'holder_changed')
      AND (SELECT max(valid_until) FROM steps o WHERE o.quote_id = s.quote_id AND o.kind = 'holder_change_proposed') >= :now
  UNION ALL SELECT 'to_do', 'messages_unanswered', t.id FROM threads t WHERE t.status IN ('open', 'in_progress')
    AND (SELECT m.sender FROM thread_messages m WHERE m.thread_id = t.id AND m.kind = 'message' AND m.internal = 0
      ORDER BY m.id DESC LIMIT 1) = 'user'
  UNION ALL SELECT CASE WHEN EXISTS (SELECT 1 FROM alive a WHERE a.quote_id = e.quote_id AND a.state = 'sent') THEN 'time'
      WHEN coalesce(e.cover_from, e.block_time) > :rejectable OR x.consent_valid_until > :now
        OR x.reason IN ('claim_paid_twice', 'payout_without_claim', 'refund_in_error', 'transfer_unprepared', 'dust') THEN 'to_do' ELSE 'customer' END, 'exceptions', x.id
    FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE x.status = 'open' AND e.status <> 'orphaned'
  UNION ALL SELECT CASE WHEN proposed_by = :me THEN 'second_person' ELSE 'to_do' END, 'approvals', id FROM approvals
    WHERE status = 'open'`;

/** What the roles of this day work on; an administrator works on everything. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  claims: [
    'claims_due',
    'documents_awaited',
    'payouts_to_confirm',
    'payouts_to_send',
    'payouts_under_way',
    'messages_unanswered',
  ],
  underwriter: ['refunds_owed', 'policies_to_review', 'holder_changes', 'messages_unanswered', 'exceptions'],
};

const keyOf = ({ section, kind, id }: { section: string; kind: string; id: unknown }) =>
  `${section}.${kind}.${id}`;

function waitingIn(stateDir: string, me: number, role: string): string[] {
  const database = openDatabase(stateDir);
  const rows = database.prepare(WAITING).all({
    me,
    manages: role === 'administrator' ? 1 : 0,
    now: new Date().toISOString(),
    rejectable: new Date(Date.now() - 30 * 86_400_000).toISOString(),
  }) as { section: string; kind: string; id: unknown }[];
  database.close();
  return rows
    .filter(({ kind }) => KINDS[role]?.includes(kind) ?? true)
    .map(keyOf)
    .sort();
}

/** Keys by section and kind. Where more than 50 of a kind wait, those that are shown, which must be among them. */
function byPlace(keys: readonly string[], shown: readonly string[] = []): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const key of [...keys].sort()) {
    const place = key.split('.', 2).join('.');
    found[place] = [...(found[place] ?? []), key];
  }
  for (const [place, all] of Object.entries(found)) {
    if (all.length > 50) found[place] = all.filter((key) => shown.includes(key)).slice(0, 50);
  }
  return found;
}

interface Sections {
  sections: { key: string; count: number }[];
  items: QueueItem[];
}

/** Somebody who works on the queue and touches no mouse. */
class Worker {
  /** Keys since the last item was opened. */
  private keys = 0;
  worked = 0;

  private constructor(
    readonly page: Page,
    private readonly place: Place & { origin: string },
    private readonly me: number,
    private readonly role: string,
  ) {}

  static async sitDown(page: Page, place: Place & { origin: string }, email: string): Promise<Worker> {
    const admin = await Admin.signIn(place.api, email);
    const { id, role } = (await admin.call<{ id: number; role: string }>('GET', '/auth/profile')).data;
    await page.addInitScript(leaveToken, admin.token);
    return new Worker(page, place, id, role);
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.place.origin}${path}`);
  }

  private async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Opens the queue and its first item. */
  async begin(): Promise<void> {
    await this.go('/admin/queue');
    await expect(this.rows('To do').first()).toBeVisible();
    await this.page.keyboard.press('j');
    await expect(this.rows('To do').first()).toBeFocused();
    await this.page.keyboard.press('Enter');
    this.keys = 0;
  }

  private rows(section: string): Locator {
    return this.page.getByRole('list', { name: section, exact: true }).getByRole('link');
  }

  /** The queue on the screen has exactly what the tables say, in the right section, and counts it right. */
  async compare(): Promise<void> {
    // Once more if another test has written between the answer and the tables.
    await expect(() => this.compareOnce()).toPass();
  }

  private async compareOnce(): Promise<void> {
    const isQueue = (answer: Response) => answer.url().endsWith('/api/admin/queue');
    const [answer] = await Promise.all([this.page.waitForResponse(isQueue), this.go('/admin/queue')]);
    const { sections, items } = (await answer.json()).data as Sections;
    const keys = items.map(keyOf);
    const { waiting } = this;
    expect(byPlace(keys)).toEqual(byPlace(waiting, keys));
    for (const { key, count } of sections) {
      expect(count, key).toBe(waiting.filter((one) => one.startsWith(`${key}.`)).length);
      const shown = () =>
        this.rows(TITLES[key] ?? '').evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
      await expect.poll(shown, { message: key, timeout: 5_000 }).toEqual(
        this.ownFirst(items.filter(({ section }) => section === key))
          .map(keyOf)
          .slice(0, 50),
      );
    }
  }

  /** What is to do has one's own first, then what nobody has to do, then what a colleague does. */
  private ownFirst(items: readonly QueueItem[]): QueueItem[] {
    const place = ({ kind, section, assigned_to: to }: QueueItem) => {
      if (section !== 'to_do' || to === this.me) return 0;
      return to !== null && ['claims_due', 'messages_unanswered'].includes(kind) ? 2 : 1;
    };
    return items.toSorted((one, other) => place(one) - place(other));
  }

  /** According to the tables. */
  get waiting(): string[] {
    return waitingIn(this.place.stateDir, this.me, this.role);
  }

  get toDo(): string[] {
    return this.waiting.filter((key) => key.startsWith('to_do.'));
  }

  get open(): string | null {
    return new URL(this.page.url()).searchParams.get('open');
  }

  /** Works off the open item, and expects the next one to open. Answers whether there is one. */
  async workOff(wallet: Role): Promise<boolean> {
    const key = this.open;
    if (key === null) return false;
    const [, kind = '', id = ''] = key.split('.');
    const panel = this.page.getByRole('region', { name: /^To do: / });
    const work = WORK[kind];
    if (!work) throw new Error(`Nobody can act on ${key}`);
    await work({
      id,
      turn: this.worked,
      panel,
      press: (name) => this.press(name),
      type: (text) => this.page.keyboard.type(text),
      connect: () => this.connect(wallet),
    });
    await expect.poll(() => this.open, { message: `what follows ${key}`, intervals: [20] }).not.toBe(key);
    expect(this.keys, `keys for ${key}`).toBeLessThanOrEqual(MOST_KEYS);
    this.keys = 0;
    this.worked += 1;
    return this.open !== null;
  }

  /** Connects the wallet once, at the start of the day. */
  async connect(role: Role): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Connect Your Wallet' });
    await expect(this.page.getByRole('button', { name: 'Connect Wallet', exact: true })).toBeFocused();
    await this.page.keyboard.press('Enter');
    for (const name of ['Demo Wallet', role]) {
      await expect(dialog.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
      await tabTo(this.page, name);
      await this.page.keyboard.press('Enter');
    }
    await expect(dialog).toBeHidden();
  }
}

const TITLES: Readonly<Record<string, string>> = {
  to_do: 'To do',
  customer: 'Waiting for the customer',
  time: 'Waiting for time',
  second_person: 'Waiting for a second person',
  snoozed: 'Snoozed',
};

interface Task {
  id: string;
  /** How many items came before. */
  turn: number;
  panel: Locator;
  press: (key: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  connect: () => Promise<void>;
}

/** Presses the key of an action once the record offers it. */
async function choose({ panel, press }: Task, key: string): Promise<void> {
  await expect(panel.locator(`[aria-keyshortcuts="${key}"]`)).toBeEnabled();
  await press(key);
}

/** Chooses an action, types what its form demands, and sends it. */
async function decide(task: Task, key: string, text = ''): Promise<void> {
  await choose(task, key);
  await expect(task.panel.locator('form :focus')).toBeVisible();
  if (text) await task.type(text);
  await task.press('Control+Enter');
}

/** Sends what is prepared, with the wallet that is connected for the day. */
async function send({ panel, press, connect }: Task): Promise<void> {
  const focused = panel.locator('button:focus');
  await expect(focused).toHaveText(/^(Connect Wallet|(Pay|Refund|Confirm) .+)$/);
  if ((await focused.textContent()) === 'Connect Wallet') await connect();
  await expect(focused).toHaveText(/^(Pay|Refund|Confirm) /);
  await press('Enter');
}

async function pay(task: Task, key = 'p'): Promise<void> {
  await choose(task, key);
  await send(task);
}

const reference = ({ id }: Task) => `MT103 ${id}`;

/** 200 items. */
const DAY: Workload = {
  claims: 45,
  documents: 25,
  toConfirm: 15,
  ownToConfirm: 4,
  toSend: 15,
  announced: 5,
  refunds: 15,
  reviews: 15,
  holderChanges: 5,
  messages: 40,
  exceptions: 10,
  invitations: 6,
};
const NOTHING: Workload = {
  claims: 0,
  documents: 0,
  toConfirm: 0,
  ownToConfirm: 0,
  toSend: 0,
  announced: 0,
  refunds: 0,
  reviews: 0,
  holderChanges: 0,
  messages: 0,
  exceptions: 0,
  invitations: 0,
};
/** Three claims to decide end in three ways. */
const CLAIMS: Workload = {
  ...NOTHING,
  claims: 3,
  documents: 1,
  toConfirm: 1,
  ownToConfirm: 1,
  toSend: 1,
  announced: 1,
  messages: 1,
};
const POLICIES: Workload = {
  ...NOTHING,
  refunds: 1,
  reviews: 1,
  holderChanges: 1,
  exceptions: 1,
  invitations: 1,
};

const WORK: Readonly<Record<string, (task: Task) => Promise<void>>> = {
  claims_due: async (task) => {
    if (task.turn % 3 === 0) return decide(task, 'a');
    if (task.turn % 3 === 2) return decide(task, 'd', 'The invoice.');
    await choose(task, 'r');
    await expect(task.panel.locator('form :focus')).toBeVisible();
    // A letter finds the clause.
    await task.type('N');
    await task.press('Tab');
    await task.type('This is wear.');
    await task.press('Control+Enter');
  },
  payouts_to_confirm: async (task) => {
    const reported = task.panel.getByRole('button', { name: /^Confirm Payment of/ });
    await expect(task.panel.locator('[aria-keyshortcuts="a"]')).toBeVisible();
    await decide(task, 'a', (await reported.isVisible()) ? reference(task) : '');
  },
  payouts_to_send: async (task) => {
    await expect(task.panel.locator('[aria-keyshortcuts="p"]')).toBeEnabled();
    // What was announced on chain is paid there.
    const either = await task.panel.locator('[aria-keyshortcuts="o"]').isVisible();
    // The large ones together are beyond a day's allowance.
    const large = await task.panel.getByRole('button', { name: 'Pay $12,500', exact: true }).isVisible();
    await (either && (large || task.turn % 4 === 0) ? decide(task, 'o', reference(task)) : pay(task));
  },
  refunds_owed: (task) => pay(task),
  policies_to_review: async (task) => {
    if (task.turn % 3 > 0) return decide(task, 'a');
    await decide(task, 'r', 'We cannot insure it.');
    await send(task);
  },
  holder_changes: (task) => pay(task, 'a'),
  messages_unanswered: async (task) => {
    await choose(task, 'r');
    await task.type('Yes, it is covered.');
    await task.press('Control+Shift+Enter');
  },
  exceptions: (task) => pay(task),
  approvals: (task) => choose(task, 'a'),
};

test('a day with 200 waiting items is worked off by three people with the keyboard alone', {
  tag: '@full',
}, async ({ elsewhere }) => {
  test.setTimeout(1_200_000);
  const stack = await OwnStack.create();
  try {
    expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    const place = {
      api: stack.api,
      origin: `http://localhost:${stack.port}`,
      chain: connectChain(stack.rpc),
      stateDir: stack.stateDir,
    };
    await arrange(place, DAY);
    const [handler, underwriter, administrator] = [
      await Worker.sitDown(await elsewhere(), place, 'claims@mooring.local'),
      await Worker.sitDown(await elsewhere(), place, 'underwriter@mooring.local'),
      await Worker.sitDown(await elsewhere(), place, SECOND),
    ];
    for (const one of [handler, underwriter, administrator]) await one.compare();
    expect(administrator.waiting).toHaveLength(200);
    for (const [one, wallet] of [
      [handler, 'Claims'],
      [underwriter, 'Underwriter'],
      [administrator, 'Administrator'],
    ] as const) {
      await one.begin();
      while (await one.workOff(wallet));
      expect(one.toDo).toEqual([]);
      await one.compare();
    }
    for (const one of [handler, underwriter, administrator]) {
      await one.compare();
      expect(one.toDo).toEqual([]);
    }
  } finally {
    await stack.dispose();
  }
});

// One after the other, because the most urgent items of both would mix. What the first leaves is less urgent.
test.describe.configure({ mode: 'default' });
for (const [what, work, wallet, count, years, full] of [
  ['claims, their payouts and messages', CLAIMS, 'Claims', 6, 1, false],
  ['policies, their refunds and exceptions', POLICIES, 'Underwriter', 4, 2, true],
] as const) {
  test(`an administrator works through ${what} with at most three keys each, and the queue agrees with the tables`, {
    tag: full ? '@full' : [],
  }, async ({ page }) => {
    const place = { api: API, origin: ORIGIN, chain: connectChain(), stateDir: STATE_DIR };
    const made = await arrange(place, work);
    const items = hurry(made, years);
    const one = await Worker.sitDown(page, place, SECOND);
    await one.begin();
    for (const key of items) {
      // What was paid last is due last, behind what other tests have left.
      if (key.startsWith('to_do.exceptions.')) await one.go(`/admin/queue?open=${key}`);
      expect(one.open).toBe(key);
      await one.workOff(wallet);
    }
    expect(one.worked).toBe(count);
    await one.compare();
  });
}
