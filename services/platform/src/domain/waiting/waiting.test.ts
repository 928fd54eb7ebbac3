import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import { testCtx } from '../../testing/test-ctx.ts';
import { type WaitingCounts, type WaitingKind, waitingRpc } from './waiting.ts';

const vaultKinds = [
  ['approvals', 'company:manage'],
  ['limits', 'company:manage'],
  ['erasures', 'pii:erase'],
  ['imports', 'pii:write'],
] as const;

/** A user with permissions in company 7, and with none in company 8. */
const userWith = (...permissions: string[]) => ({
  ...testCtx(null),
  caller: {
    ...({
      kind: 'user',
      userId: 1,
      sessionId: 's',
      isSuperAdmin: false,
      everywhere: new Set<string>(),
    } as const),
    ...{ clientId: undefined, actorUserId: undefined },
    companies: new Map([
      [7, new Set(permissions)],
      [8, new Set<string>()],
    ]),
  },
});

type Count = WaitingCounts[number][1];

async function ask(counts: WaitingCounts, permissions: readonly string[], companyId?: number) {
  const [method] = waitingRpc('vault', counts).methods;
  const answer = await method?.unary(userWith(...permissions), { companyId });
  return answer as { registers: { kind: string; count: number }[]; unread: string[] };
}
const counted = (count = 1) =>
  vi.fn<Count>(async () => Object.fromEntries(vaultKinds.map(([kind]) => [kind, { count }])));

describe('registers in which something waits', () => {
  it.each(vaultKinds)('%s needs %s in the company, or in some company', async (kind, permission) => {
    const count = counted();
    const counts: WaitingCounts = [[[kind], count]];
    for (const companyId of [7, undefined])
      expect((await ask(counts, [permission], companyId)).registers).toMatchObject([{ kind, count: 1 }]);
    expect(count.mock.calls.map(([, companyId]) => companyId)).toEqual([7, undefined]);
    for (const [permissions, companyId] of [
      [['pii:read'], 7],
      [['pii:read'], undefined],
      [[permission], 8],
    ] as const)
      expect(await ask(counts, permissions, companyId)).toEqual({ registers: [], unread: [] });
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('of one query are answered apart: those that the caller may read', async () => {
    const kinds = vaultKinds.map(([kind]) => kind);
    const { registers } = await ask([[kinds, counted(0)]], ['pii:write'], 7);
    expect(registers).toMatchObject([{ kind: 'imports', count: 0 }]);
  });

  const failing = (
    code: 'UNAVAILABLE' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED',
    reason: string,
  ): WaitingCounts => [
    [['erasures'], async () => Promise.reject(new AppError(code, reason, 'failed'))],
    [['imports'], counted()],
  ];
  const BOTH = ['pii:erase', 'pii:write'];

  it('that cannot be read are unread, and the others are read', async () => {
    const answer = await ask(failing('UNAVAILABLE', 'DOWN'), BOTH, 7);
    expect([answer.registers.map(({ kind }) => kind), answer.unread]).toEqual([['imports'], ['erasures']]);
  });

  it('of a suspended company are closed: neither read nor unread', async () => {
    const answer = await ask(failing('PERMISSION_DENIED', 'COMPANY_SUSPENDED'), BOTH, 7);
    expect([answer.registers.map(({ kind }) => kind), answer.unread]).toEqual([['imports'], []]);
  });

  it.each(['UNAUTHENTICATED', 'PERMISSION_DENIED'] as const)(
    'fail as a whole when one refuses with %s',
    async (code) => {
      await expect(ask(failing(code, 'TEST'), BOTH, 7)).rejects.toMatchObject({ code });
    },
  );

  it('belong to the services that count them', () => {
    const kinds: WaitingKind[] = ['erasures', 'keys'];
    const rpc = waitingRpc('vault', [[kinds, counted()]]);
    expect(rpc.methods.map(({ definition }) => definition.path)).toEqual([
      '/piivault.platform.v1.Waiting/CountWaiting',
    ]);
  });
});
