import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { describe, expect, it } from 'vitest';
import { userCtx } from '../../../test/contexts.ts';
import { CompanyStatus } from './company-status.ts';

const self: ModuleKit['self'] = () => userCtx([]);

function world(states: Record<number, string>) {
  const state = { now: 0, calls: 0, isAway: false, states };
  const status = new CompanyStatus(
    {
      companyStates: async () => {
        state.calls += 1;
        if (state.isAway) throw new Error('away');
        const list = Object.entries(state.states);
        return {
          states: list.map(([id, value]) => ({ companyId: Number(id), status: value, rowVersion: 1 })),
        };
      },
    },
    self,
    () => state.now,
  );
  return { status, state };
}

describe('company status', () => {
  it('opens active and inactive companies, closes suspended ones and those that do not exist', async () => {
    const { status } = world({ 1: 'active', 2: 'inactive', 3: 'suspended' });
    await status.requireOpen(1);
    await status.requireOpen(2);
    await expect(status.requireOpen(3)).rejects.toMatchObject({ reason: 'COMPANY_SUSPENDED' });
    await expect(status.requireOpen(4)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await status.openAmong('all')).toEqual([1, 2]);
    expect(await status.openAmong([4, 3, 2])).toEqual([2]);
  });

  it('reads a fresh status from the cache, and asks at once for a new company', async () => {
    const { status, state } = world({ 1: 'active' });
    await Promise.all([status.requireOpen(1), status.requireOpen(1)]);
    expect(state.calls).toBe(1);
    state.states[2] = 'active';
    await status.requireOpen(2);
    expect(state.calls).toBe(2);
  });

  it('closes when tenancy has not answered for five seconds, and opens with its next answer', async () => {
    const { status, state } = world({ 1: 'active' });
    await status.requireOpen(1);
    state.isAway = true;
    state.now = 4_999;
    await status.requireOpen(1);
    state.now = 5_000;
    await expect(status.requireOpen(1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'STATE_UNKNOWN',
    });
    state.isAway = false;
    await status.requireOpen(1);
  });
});
