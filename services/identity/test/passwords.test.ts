import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootIdentity, type IdentityWorld, PASSWORD, SUPER } from './identity-world.ts';

let identity: IdentityWorld;

beforeAll(async () => {
  identity = await bootIdentity();
});
afterAll(async () => identity?.world.stop());
beforeEach(() => {
  identity.sent.length = 0;
  Object.assign(identity.mail, { isDown: false, refused: 0 });
});

const NEW_PASSWORD = 'Battery-Staple-88';
const login = (email: string, password?: string) => identity.logIn(email, password);

/** Filtered by address, because mails of an earlier test may arrive late. */
const mailsTo = (email: string) => identity.sent.filter(({ to }) => to === email);

/** Requests a link and reads it from the mailbox. */
async function linkFor(email: string): Promise<string> {
  await identity.passwords.forgotPassword(identity.gateway(), { email });
  const mails = () => mailsTo(email.trim().toLowerCase());
  await expect.poll(() => mails().length).toBe(1);
  return /token=([\w-]{43})/.exec(mails()[0]?.text ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('is set once by the mailed link, and every session ends', async () => {
    await identity.create({ email: 'forgot@example.in', companyId: 1 });
    const { sessionId } = await login('forgot@example.in');
    const token = await linkFor('FORGOT@example.in');
    const asked = await identity.passwords.validateResetToken(identity.gateway(), { token });
    expect(asked).toEqual({ valid: true, email: 'f***@example.in' });
    const tries = Array.from({ length: 50 }, () =>
      identity.passwords.resetPassword(identity.gateway(), { token, password: NEW_PASSWORD }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ message: 'Invalid or expired reset token.' });
    await login('forgot@example.in', NEW_PASSWORD);
    expect(await identity.isLive(sessionId)).toBe(false);
    const stale = await identity.passwords.validateResetToken(identity.gateway(), { token });
    expect(stale).toEqual({ valid: false, error: 'Invalid or expired reset token.' });
    await expect
      .poll(() => mailsTo('forgot@example.in').map(({ subject }) => subject))
      .toEqual(['Reset your PII Vault password', 'Your PII Vault password was changed']);
    expect(await identity.audited('password_reset')).toHaveLength(1);
  });

  it('no row contains the token, and a weak password does not use it up', async () => {
    await identity.create({ email: 'weak@example.in', companyId: 1 });
    const token = await linkFor('weak@example.in');
    await expect(
      identity.passwords.resetPassword(identity.gateway(), { token, password: 'short' }),
    ).rejects.toMatchObject({ details: [{ message: 'Password must be at least 8 characters long.' }] });
    const rows = await identity.world.sql<{ row: string }>(
      `SELECT l::text AS row FROM identity.password_links l`,
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    await identity.passwords.resetPassword(identity.gateway(), { token, password: 'eight888' });
  });

  it('gives the same answer for an unknown, inactive or throttled address, and sends no mail', async () => {
    const id = await identity.create({ email: 'asleep@example.in', companyId: 1 });
    const boss = await identity.world.as(SUPER);
    await identity.users.setUserStatus(boss, { id, status: 'inactive' });
    await identity.create({ email: 'eager@example.in', companyId: 1 });
    const ask = (email: string) =>
      identity.passwords.forgotPassword(identity.gateway('203.0.113.99'), { email });
    const unknown = await ask('nobody@example.in');
    expect(unknown.message).toContain('If an account with that email exists');
    expect(await ask('asleep@example.in')).toEqual(unknown);
    for (let i = 0; i < 6; i++) expect(await ask('eager@example.in')).toEqual(unknown);
    const left = () => identity.world.sql(`SELECT FROM identity.password_requests`);
    await expect.poll(async () => (await left()).length).toBe(0);
    const links = identity.sent.filter(({ text }) => text.includes('token='));
    expect(links.map(({ to }) => to)).toEqual(Array(3).fill('eager@example.in'));
  });

  it('has at most one live link, however often the mail server refuses it', async () => {
    const userId = await identity.create({ email: 'refused@example.in', companyId: 1 });
    const linksOf = () =>
      identity.world.sql(`SELECT FROM identity.password_links WHERE user_id = $1`, [userId]);
    identity.mail.isDown = true;
    const ask = () => identity.passwords.forgotPassword(identity.gateway(), { email: 'refused@example.in' });
    await ask();
    await expect.poll(() => identity.mail.refused).toBe(1);
    await identity.world.sql(`UPDATE identity.password_requests SET try_at = now() - interval '1 minute'`);
    // This request wakes the job, which also finds the first request due.
    await ask();
    await expect.poll(() => identity.mail.refused).toBe(3);
    await expect.poll(linksOf).toEqual([]);
    expect(await identity.world.sql(`SELECT FROM identity.password_requests`)).toHaveLength(2);
    identity.mail.isDown = false;
    await identity.world.sql(`DELETE FROM identity.password_requests`);
    await linkFor('refused@example.in');
    expect(await linksOf()).toHaveLength(1);
  });

  it('expires', async () => {
    await identity.create({ email: 'late@example.in', companyId: 1 });
    const token = await linkFor('late@example.in');
    await identity.world.sql(`UPDATE identity.password_links SET expires_at = now()`);
    await expect(
      identity.passwords.resetPassword(identity.gateway(), { token, password: NEW_PASSWORD }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_RESET_TOKEN' });
  });
});

describe("changing one's own password", () => {
  const as = async (email: string) => {
    const userId = await identity.create({ email, companyId: 1 });
    const { sessionId } = await login(email);
    return { ctx: await identity.world.as({ userId, sessionId, companies: { 1: ['pii:read'] } }), sessionId };
  };

  it('needs the current one, keeps this session and ends the others', async () => {
    const { ctx, sessionId } = await as('change@example.in');
    const other = await login('change@example.in');
    const change = (currentPassword: string, newPassword = NEW_PASSWORD) =>
      identity.passwords.changePassword(ctx, { currentPassword, newPassword });
    await expect(change('Wrong-Horse-77')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Current password is incorrect',
    });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
      details: [
        { path: 'newPassword', message: 'Password must be at least 12 characters' },
        { message: 'Password must contain at least one uppercase letter' },
        { message: 'Password must contain at least one number' },
        { message: 'Password must contain at least one special character' },
      ],
    });
    await change(PASSWORD);
    expect(await Promise.all([sessionId, other.sessionId].map(identity.isLive))).toEqual([true, false]);
    await login('change@example.in', NEW_PASSWORD);
    await expect
      .poll(() => mailsTo('change@example.in'))
      .toMatchObject([{ subject: 'Your PII Vault password was changed' }]);
    expect(await identity.audited('password_change')).toHaveLength(1);
  });

  it('lets a stolen session guess ten times over all addresses', async () => {
    const { ctx } = await as('guess@example.in');
    const guess = (address: number) =>
      identity.passwords
        .changePassword(
          { ...ctx, ipAddress: `203.0.113.${address}` },
          { currentPassword: 'Wrong-Horse-77', newPassword: NEW_PASSWORD },
        )
        .catch((error: { reason: string }) => error.reason);
    const reasons = await Promise.all(Array.from({ length: 12 }, (_, address) => guess(address)));
    expect(reasons.filter((reason) => reason === 'LOGIN_THROTTLED')).toHaveLength(2);
    // Guesses in a session do not count against sign-ins from an address without tries.
    await login('guess@example.in');
  });
});

describe('a password that is replaced', () => {
  /**
   * Replaces the password of a user while a call that has checked the former one waits for it.
   * @returns the reason of the call's refusal, undefined without one
   */
  async function during(userId: number, call: () => Promise<unknown>) {
    const { sql } = identity.world;
    await sql('BEGIN');
    await sql(`UPDATE identity.user_passwords SET password_hash = 'replaced' WHERE user_id = $1`, [userId]);
    const reason = call().then(
      () => undefined,
      (error: { reason: string }) => error.reason,
    );
    const waiting = () =>
      sql(`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`);
    await expect.poll(waiting).toHaveLength(1);
    await sql(
      `UPDATE identity.user_sessions SET ended_at = now(), end_cause = 'password_changed' WHERE user_id = $1`,
      [userId],
    );
    await sql('COMMIT');
    return reason;
  }

  it('is not overwritten by a change of the former one that is under way', async () => {
    const email = 'late-change@example.in';
    const userId = await identity.create({ email, companyId: 1 });
    const { sessionId } = await login(email);
    const ctx = await identity.world.as({ userId, sessionId, companies: { 1: ['pii:read'] } });
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect(await during(userId, () => identity.passwords.changePassword(ctx, change))).toBe(
      'UNAUTHENTICATED',
    );
    const stored = `SELECT password_hash AS hash FROM identity.user_passwords WHERE user_id = $1`;
    expect(await identity.world.sql(stored, [userId])).toEqual([{ hash: 'replaced' }]);
  });

  it('lets no login with the former one start a session', async () => {
    const email = 'late-login@example.in';
    const userId = await identity.create({ email, companyId: 1 });
    expect(await during(userId, () => login(email))).toBe('INVALID_CREDENTIALS');
    const sessions = `SELECT FROM identity.user_sessions WHERE user_id = $1`;
    expect(await identity.world.sql(sessions, [userId])).toEqual([]);
    const attempts = `SELECT success, failure_reason AS reason FROM identity.login_attempts WHERE user_id = $1`;
    expect(await identity.world.sql(attempts, [userId])).toEqual([
      { success: false, reason: 'wrong_password' },
    ]);
  });
});
