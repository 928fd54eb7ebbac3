import { type WaitingRegister, WaitingService } from '@pii-vault/proto/platform/v1/waiting';
import type { ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import type { CountedKind } from '../domain/waiting/waiting.ts';
import type { TestWorld } from './boot-modules.ts';

/** What waits for a caller in the registers of a service; without those that the caller may not read. */
export const waitingOf =
  (world: Pick<TestWorld, 'client'>, service: ServiceName) =>
  async (
    ctx: Ctx,
    companyId?: number,
  ): Promise<Partial<Record<CountedKind, Omit<WaitingRegister, 'kind'>>>> => {
    const { registers } = await world.client(WaitingService, service).countWaiting(ctx, { companyId });
    return Object.fromEntries(registers.map(({ kind, ...register }) => [kind, register]));
  };
