import { createHash } from 'node:crypto';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { type Reveal, RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { HoldingsService } from '@pii-vault/proto/vault/v1/holdings';

/** Answers of the fakes of other services, which tests change. */
export class Neighbours {
  /** The trail: one reveal per entry, at leaf auditId - 1. */
  reveals: Reveal[] = [];
  areKeysAway = false;
  /** Number of people that the vault reports for any company. */
  people = 0;
  /** Called when the vault is asked to seal. */
  onSeal: () => Promise<void> = async () => undefined;
  /** Number of calls to the feed. */
  feedCalls = 0;

  reveal(companyId: number, individualId: number): void {
    const auditId = this.reveals.length + 1;
    const occurredAt = new Date('2026-11-22T08:00:00.000Z');
    const individualIds = [individualId];
    const who = { purpose: 'kyc', fieldNames: ['pan'], actorType: 'user', actorId: '1' };
    this.reveals.push({ companyId, auditId, individualIds, occurredAt, ...who });
  }
}

export function standIns(neighbours: Neighbours): Module[] {
  return [
    standIn('crypto', textKeys(neighbours)),
    standIn('audit', revealFeed(neighbours)),
    standIn('vault', holdings(neighbours)),
  ];
}

function standIn(name: ServiceName, service: RpcService): Module {
  return defineModule({
    name,
    config: defineConfig('STUB', {}),
    migrations: undefined,
    start: async () => ({ services: [service] }),
  });
}

/** Text keys, the same for every company and call. */
function textKeys(neighbours: Neighbours): RpcService {
  const { openTextKeys } = KeysService;
  return serve(
    { openTextKeys },
    {
      openTextKeys: {
        allow: services(['tenancy'], (req) => req.companyId),
        handle: async (_ctx, { companyId }) => {
          if (neighbours.areKeysAway) throw new AppError('UNAVAILABLE', 'AWAY', 'away');
          const key = createHash('sha256').update(`text ${companyId}`).digest();
          return { keys: [{ keyId: `text ${companyId}`, version: 1, key, active: true }] };
        },
      },
    },
  );
}

function holdings(neighbours: Neighbours): RpcService {
  return serve(HoldingsService, {
    sealCompany: {
      allow: services(['tenancy'], (req) => req.companyId),
      handle: async () => {
        await neighbours.onSeal();
        const { people } = neighbours;
        return { sealed: people === 0, individuals: people, imports: 0 };
      },
    },
  });
}

function revealFeed(neighbours: Neighbours): RpcService {
  return serve(RevealFeedService, {
    listReveals: {
      allow: services(['tenancy']),
      handle: async (_ctx, { after, limit }) => {
        if (after.length > 0) neighbours.feedCalls += 1;
        const pages = after.map(({ companyId, leafIndex }) =>
          neighbours.reveals
            .filter((one) => one.companyId === companyId && one.auditId - 1 > leafIndex)
            .slice(0, limit),
        );
        const readUpTo = pages.flatMap((page) => {
          const last = page.at(-1);
          return last === undefined ? [] : [{ companyId: last.companyId, leafIndex: last.auditId - 1 }];
        });
        return { reveals: pages.flat(), readUpTo, treeSize: neighbours.reveals.length };
      },
    },
  });
}
