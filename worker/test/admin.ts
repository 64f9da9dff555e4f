/** Signed-in administrators. */
import { env } from 'cloudflare:workers';
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { hashPassword } from '#worker/admin/auth/password.ts';
import { insertAdminSession, setSignedIn } from '#worker/admin/auth/repository.ts';
import { ADMIN_SESSION_SECONDS, signAdminToken } from '#worker/admin/auth/session.ts';
import { isoOf } from '#worker/platform/context.ts';
import { openDatabase } from '#worker/platform/db/client.ts';
import { deviceOf } from '#worker/platform/http/client.ts';
import { settingsOf } from '#worker/platform/settings.ts';
import { recordAct } from '#worker/told/record.ts';
import { type Answer, type Call, call, type Reach, rows } from './harness.ts';

export const ADMIN_PASSWORD = 'correct horse battery staple';

export interface AdminLogin {
  token: string;
  email: string;
  name: string;
  expires_at: string;
}

export const adminLogin = (
  email: string,
  password = ADMIN_PASSWORD,
  reach?: Reach,
  headers: Record<string, string> = {},
): Promise<Answer<AdminLogin>> =>
  call<AdminLogin>('/admin/auth/login', { body: { email, password }, headers }, reach);

/** A separate client per administrator, because a test run has more sign-ins than one client gets in a minute. */
function ownClient() {
  const [one, other] = crypto.randomUUID().slice(0, 8).match(/.{4}/g) ?? [];
  return { 'cf-connecting-ip': `2001:db8:${one}:${other}::2` };
}

/** The last id given. No two files share one, since what a person may do in a minute is counted by it. */
let lastId = 0;

export class Admin {
  private constructor(
    readonly id: number,
    readonly email: string,
    readonly token: string,
    private readonly client: Record<string, string>,
  ) {}

  /**
   * A new administrator with a session, from a client of their own; each call makes another person. The session is as
   * `adminLogin` opens one, without its password: sign-in has its own tests.
   */
  static async arrive(name = 'Hedy Lamarr', role: AdminRole = 'administrator'): Promise<Admin> {
    const email = `${crypto.randomUUID()}@mooring.example`;
    const now = Date.now();
    const at = new Date(now).toISOString();
    const hash = await hashPassword(ADMIN_PASSWORD);
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(
      `INSERT INTO admins (id, email, name, password_hash, created_at, role)
        SELECT max(?, coalesce(max(id), 0) + 1), ?, ?, ?, ?, ? FROM admins RETURNING id`,
      ...[lastId + 1, email, name, hash, at, role],
    );
    lastId = id;
    const db = openDatabase(env.DB);
    const jti = crypto.randomUUID();
    const device = deviceOf('');
    const seconds = Math.floor(now / 1000);
    const expires_at = isoOf(seconds + ADMIN_SESSION_SECONDS);
    const recording = { db, clock: () => now, requestId: crypto.randomUUID(), admin: { id }, actor: null };
    await db.batch([
      insertAdminSession(db, { jti, admin_id: id, created_at: at, expires_at, device }),
      setSignedIn(db, id, at),
      recordAct(recording, {
        action: 'admin.signed_in',
        subject: `admin:${id}`,
        after: { device, second_factor: false },
      }),
    ]);
    const claims = { adminId: id, jti };
    const token = await signAdminToken(settingsOf(env).sessionSecret, claims, seconds);
    return new Admin(id, email, token, ownClient());
  }

  call<Data>(path: string, options: Call = {}, reach?: Reach): Promise<Answer<Data>> {
    const headers = { ...this.client, ...options.headers };
    return call<Data>(path, { token: this.token, ...options, headers }, reach);
  }

  /** Confirms what the others proposed, as their second administrator; answers how many approvals that were. */
  async confirmAll(reach?: Reach): Promise<number> {
    const { data } = await this.call<ApprovalEntry[]>('/admin/approvals');
    const able = data.filter(({ not_by_you: reason }) => reason === null);
    for (const { id } of able) {
      const { status, message } = await this.call(
        `/admin/approvals/${id}/confirm`,
        { method: 'POST' },
        reach,
      );
      if (status !== 200) throw new Error(`The confirmation answers ${status}: ${message}`);
    }
    return able.length;
  }

  async deactivate(): Promise<void> {
    await env.DB.prepare("UPDATE admins SET status = 'inactive' WHERE id = ?").bind(this.id).run();
  }
}
