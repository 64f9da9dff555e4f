// What an operator can do to administrators from the command line.
import { ADMIN_ROLES } from '../../domain/admin/roles.ts';
import { hashPassword } from '../../worker/src/admin/auth/password.ts';
import { administratorProblems, execute, logged, query, quoted, Refused } from './administrators.mjs';

const now = () => quoted(new Date().toISOString());

const revokeSessions = ({ id }) =>
  `UPDATE admin_sessions SET revoked_at = ${now()} WHERE admin_id = ${id} AND revoked_at IS NULL;`;

async function find(email, where) {
  const folded = email.trim().toLowerCase();
  const [person] = await query(
    `SELECT id, email, name, status FROM admins WHERE email = ${quoted(folded)}`,
    where,
  );
  if (!person) throw new Refused(`There is no administrator with the address ${folded}.`);
  return person;
}

/** Runs what `statementsOf` makes of an administrator, with a line in the journal. */
async function change(email, where, action, statementsOf) {
  const person = await find(email, where);
  const statements = [...(await statementsOf(person)), logged(action, `admin:${person.id}`)];
  await execute(statements.join('\n'), where);
  return person;
}

/** Gives an administrator another role and ends all sessions, since a token may do what its role may. */
export const setRole = ({ email, role }, where) =>
  change(email, where, 'admin.role_set', (person) => {
    if (!ADMIN_ROLES.includes(role)) throw new Refused(`The role is one of ${ADMIN_ROLES.join(', ')}.`);
    return [
      `UPDATE admins SET role = ${quoted(role)}, version = version + 1 WHERE id = ${person.id};`,
      revokeSessions(person),
    ];
  });

/** Removes a lost second factor and ends all sessions. The next sign-in enrolls a new one where the role needs it. */
export const removeSecondFactor = (email, where) =>
  change(email, where, 'admin.totp_removed', (person) => [
    `UPDATE admins SET sealed_totp = NULL, totp_confirmed_at = NULL, totp_step = NULL WHERE id = ${person.id};`,
    `DELETE FROM recovery_codes WHERE admin_id = ${person.id};`,
    revokeSessions(person),
  ]);

/** All administrators with the number of their active sessions. */
export function list(where) {
  return query(
    `SELECT a.email, a.name, a.role, a.status, a.created_at, (SELECT count(*) FROM admin_sessions s
        WHERE s.admin_id = a.id AND s.revoked_at IS NULL AND s.expires_at > ${now()}) AS sessions
      FROM admins a ORDER BY a.id`,
    where,
  );
}

/** An administrator's active sessions, newest first. */
export async function sessions(email, where) {
  const { id } = await find(email, where);
  return query(
    `SELECT created_at, expires_at FROM admin_sessions
      WHERE admin_id = ${id} AND revoked_at IS NULL AND expires_at > ${now()} ORDER BY created_at DESC`,
    where,
  );
}

export const endAllSessions = (email, where) =>
  change(email, where, 'admin.sessions_ended', (person) => [revokeSessions(person)]);

/**
 * Sets a new password and ends all sessions. Resets login delays and known clients, because someone else may have
 * known the old password.
 */
export const resetPassword = ({ email, password }, where) =>
  change(email, where, 'admin.password_reset', async (person) => {
    const problems = administratorProblems({ ...person, password });
    if (problems.length > 0) throw new Refused(problems.join('\n'));
    return [
      `UPDATE admins SET password_hash = ${quoted(await hashPassword(password))} WHERE id = ${person.id};`,
      revokeSessions(person),
      `DELETE FROM tokens WHERE kind = 'client' AND admin_id = ${person.id};`,
      // Their keys are hashes under the session secret, which is not here. Every client still waits for its own failures.
      "DELETE FROM sign_in_failures WHERE scope = 'account';",
    ];
  });

/** Activates or deactivates an administrator. An inactive one can't sign in and has no sessions. */
export const setActive = (email, active, where) =>
  change(email, where, active ? 'admin.activated' : 'admin.deactivated', (person) => [
    `UPDATE admins SET status = '${active ? 'active' : 'inactive'}', version = version + 1 WHERE id = ${person.id};`,
    ...(active ? [] : [revokeSessions(person)]),
  ]);
