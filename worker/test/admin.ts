/** Signed-in administrators. */
import { env } from 'cloudflare:workers';
import type { AdminRole } from '../../domain/admin/roles.ts';
import { hashPassword } from '../src/admin/auth/password.ts';
import { type Answer, type Call, call, type Reach, rows } from './harness.ts';

/** Cheap on purpose: test passwords protect nothing. */
const COST = { N: 1024, r: 1, p: 1 };
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

export class Admin {
  private constructor(
    readonly id: number,
    readonly email: string,
    readonly token: string,
  ) {}

  /** A new administrator with a session; each call makes another person. */
  static async arrive(name = 'Hedy Lamarr', role: AdminRole = 'administrator'): Promise<Admin> {
    const email = `${crypto.randomUUID()}@mooring.example`;
    const hash = await hashPassword(ADMIN_PASSWORD, COST);
    const [row] = await rows<{ id: number }>(
      'INSERT INTO admins (email, name, password_hash, created_at, role) VALUES (?, ?, ?, ?, ?) RETURNING id',
      email,
      name,
      hash,
      new Date().toISOString(),
      role,
    );
    const { data } = await adminLogin(email);
    return new Admin(row?.id ?? 0, email, data.token);
  }

  call<Data>(path: string, options: Call = {}, reach?: Reach): Promise<Answer<Data>> {
    return call<Data>(path, { token: this.token, ...options }, reach);
  }

  async deactivate(): Promise<void> {
    await env.DB.prepare("UPDATE admins SET status = 'inactive' WHERE id = ?").bind(this.id).run();
  }
}
