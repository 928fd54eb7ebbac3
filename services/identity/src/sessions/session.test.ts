import { describe, expect, it } from 'vitest';
import {
  ABSOLUTE_LIFE_MS,
  IDLE_LIFE_MS,
  isSessionLive,
  needsTouch,
  newContextCookie,
  newSessionId,
} from './session.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const at = (ms: number) => new Date(start + ms);
const session = {
  endedAt: null,
  expiresAt: at(ABSOLUTE_LIFE_MS),
  lastSeenAt: at(0),
  delegation: null,
  hasLiveParent: true,
};

describe('isSessionLive', () => {
  it('ends after 30 idle minutes, to the millisecond', () => {
    expect(isSessionLive(session, start + IDLE_LIFE_MS - 1)).toBe(true);
    expect(isSessionLive(session, start + IDLE_LIFE_MS)).toBe(false);
  });

  it('ends after 12 hours, even in use', () => {
    const busy = { ...session, lastSeenAt: at(ABSOLUTE_LIFE_MS - 1) };
    expect(isSessionLive(busy, start + ABSOLUTE_LIFE_MS - 1)).toBe(true);
    expect(isSessionLive(busy, start + ABSOLUTE_LIFE_MS)).toBe(false);
  });

  it('of a token ends with its parent, but never when idle', () => {
    const delegation = { actorUserId: 1, companyId: 1, role: 'admin', permissions: [] };
    const token = { ...session, delegation };
    expect(isSessionLive(token, start + IDLE_LIFE_MS)).toBe(true);
    expect(isSessionLive({ ...token, hasLiveParent: false }, start)).toBe(false);
  });

  it('ends at once when it was ended', () => {
    expect(isSessionLive({ ...session, endedAt: at(1) }, start + 2)).toBe(false);
  });
});

describe('needsTouch', () => {
  it('is true at most once a minute', () => {
    expect(needsTouch(session, start + 59_999)).toBe(false);
    expect(needsTouch(session, start + 60_000)).toBe(true);
  });
});

describe('new ids and cookies', () => {
  it('are long and never the same', () => {
    expect(newSessionId()).toMatch(/^[\w-]{24}$/);
    expect(newContextCookie()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 1000 }, newSessionId)).size).toBe(1000);
  });
});
