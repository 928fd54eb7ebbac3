import { expect, it } from 'vitest';
import { ABSOLUTE_LIFE_MS, IDLE_LIFE_MS, isSessionLive } from './session.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const session = {
  endedAt: null,
  expiresAt: new Date(start + ABSOLUTE_LIFE_MS),
  lastSeenAt: new Date(start),
  delegation: null,
  hasLiveParent: true,
};

// exchange.test.ts has the other ends of a session.
it('a session ends after 30 idle minutes, to the millisecond, and a token does not', () => {
  expect(isSessionLive(session, start + IDLE_LIFE_MS - 1)).toBe(true);
  expect(isSessionLive(session, start + IDLE_LIFE_MS)).toBe(false);
  const delegation = { actorUserId: 1, companyId: 1, role: 'admin', permissions: [] };
  expect(isSessionLive({ ...session, delegation }, start + IDLE_LIFE_MS)).toBe(true);
});
