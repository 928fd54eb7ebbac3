import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { type AuditFacts, auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { PLATFORM_MIGRATIONS } from '@pii-vault/platform/postgres/migrate';
import { services } from '@pii-vault/platform/rpc/allow';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { noteKeyHash } from '../src/checkpoints/signed-note.ts';
import { auditModule } from '../src/module.ts';

export const KEY_NAME = 'pii-vault/test';

/** A fake of crypto's signing with a separate key. */
export class StubSigner {
  isAway = false;
  readonly #privateKey: KeyObject;
  readonly publicKey: Buffer;

  constructor() {
    const pair = generateKeyPairSync('ed25519');
    this.#privateKey = pair.privateKey;
    this.publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  }

  key() {
    if (this.isAway) throw new AppError('UNAVAILABLE', 'AWAY', 'crypto is away');
    const key = { name: KEY_NAME, publicKey: this.publicKey };
    return { keyName: KEY_NAME, keyHash: noteKeyHash(key), publicKey: this.publicKey, keyId: 'test' };
  }

  sign(text: Uint8Array): Buffer {
    return sign(null, text, this.#privateKey);
  }
}

function cryptoModule(signer: StubSigner) {
  const refuse = () => Promise.reject(new AppError('UNIMPLEMENTED', 'STUB', 'not in this test'));
  return defineModule({
    name: 'crypto',
    config: defineConfig('STUB', {}),
    migrations: PLATFORM_MIGRATIONS,
    start: async () => ({
      services: [
        serve(SigningService, {
          signToken: { allow: services(['identity']), handle: refuse },
          getTokenKeys: { allow: services(['identity']), handle: refuse },
          signCheckpoint: {
            allow: services(['audit']),
            handle: async (_ctx, req) => ({ key: signer.key(), signature: signer.sign(req.text) }),
          },
          getCheckpointKey: { allow: services(['audit']), handle: async () => ({ key: signer.key() }) },
          signCertificate: { allow: services(['vault']), handle: refuse },
        }),
      ],
    }),
  });
}

/** A service that only commits audit entries. */
function producerModule(name: ServiceName, started: (kit: ModuleKit) => void) {
  return defineModule({
    name,
    config: defineConfig('STUB', {}),
    migrations: PLATFORM_MIGRATIONS,
    start: async (kit) => {
      started(kit);
      return { services: [] };
    },
  });
}

export interface AuditWorld {
  readonly world: TestWorld;
  readonly signer: StubSigner;
  readonly trail: RpcClient<typeof TrailService>;
  readonly checkpointFile: string;
  /** Commits entries like a service, without waiting for the trail. */
  commit(producer: 'vault' | 'lineage', ctx: Ctx, facts: readonly AuditFacts[]): Promise<void>;
  /** A super_admin. */
  admin(): Promise<Ctx>;
  /** An auditor of company 1 or of the given one. */
  auditor(companyId?: number): Promise<Ctx>;
}

export async function auditWorld(): Promise<AuditWorld> {
  const signer = new StubSigner();
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const checkpointFile = join(folder, 'checkpoints.jsonl');
  const kits = new Map<string, ModuleKit>();
  const producer = (name: 'vault' | 'lineage') => producerModule(name, (kit) => kits.set(name, kit));
  const world = await bootModules(
    [cryptoModule(signer), producer('vault'), producer('lineage'), auditModule],
    { folder, env: { AUDIT_CHECKPOINT_FILE: checkpointFile } },
  );
  return {
    world,
    signer,
    checkpointFile,
    get trail() {
      return world.client(TrailService, 'audit');
    },
    async commit(name, ctx, facts) {
      await kits
        .get(name)
        ?.db.system((tx) => tx.publishAll(facts.map((one) => auditMessage(name, ctx, one))));
    },
    admin: () => world.as({ userId: 9, everywhere: ['audit:read'] }),
    auditor: (companyId = 1) => world.as({ userId: 2, companies: { [companyId]: ['audit:read'] } }),
  };
}

/** `count` reveals of company `companyId`, each naming another individual. */
export function reveals(companyId: number, count: number, first = 1): AuditFacts[] {
  return Array.from({ length: count }, (_, at) => ({
    action: 'field_decrypt',
    companyId,
    individualId: first + at,
    fieldNames: ['pan', 'phone'],
    purpose: 'kyc',
    ticket: 'reveal',
  }));
}
