import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type Logger, silentLogger } from '@pii-vault/platform/core/log/log';
import { type AuditFacts, encodeAuditEntry } from '@pii-vault/platform/domain/audit-entry';
import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { type CheckpointFile, checkpointFile } from '../src/checkpoints/checkpoint-file.ts';
import { type SigningDeps, signCheckpoint } from '../src/checkpoints/sign-checkpoint.ts';
import { type TrailVerdict, verifyTrail } from '../src/checkpoints/verifications/verify-trail.ts';
import { appendEntries } from '../src/entries/append-entries.ts';
import type { AppendPlan } from '../src/entries/plan-append.ts';
import { fileLines } from '../src/outside/file-lines.ts';
import type { RevocationFile } from '../src/revocations/revocation-file.ts';
import { StubSigner } from './audit-world.ts';

/** Only the audit schema, filled through the appender, for tests that tamper with it. */
export class TrailDatabase {
  readonly database: TestDatabase;
  readonly file: CheckpointFile;
  readonly filePath: string;
  readonly signer = new StubSigner();
  readonly signing: SigningDeps['signer'] = {
    getCheckpointKey: async () => ({ key: this.signer.key() }),
    signCheckpoint: async (_ctx, { text }) => ({
      key: this.signer.key(),
      signature: this.signer.sign(text ?? new Uint8Array()),
    }),
  };
  readonly ctx: Ctx;
  #seq = 0;

  private constructor(database: TestDatabase, filePath: string, ctx: Ctx) {
    this.database = database;
    this.filePath = filePath;
    this.file = checkpointFile(fileLines(filePath));
    this.ctx = ctx;
  }

  static async create(): Promise<TrailDatabase> {
    const database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    const ctx = await (await createTestTokens()).as({ userId: 7, companies: { 1: [], 2: [] } });
    const drop = async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
    return new TrailDatabase({ ...database, drop }, join(folder, 'checkpoints.jsonl'), ctx);
  }

  messages(facts: readonly AuditFacts[]): BusMessage[] {
    return facts.map((one) => {
      this.#seq += 1;
      return {
        eventId: crypto.randomUUID(),
        topic: 'vault.audit',
        key: 'audit',
        producer: 'vault',
        epoch: 1,
        seq: this.#seq,
        companyId: one.companyId ?? null,
        payload: encodeAuditEntry(this.ctx, one),
        createdAt: new Date(),
      };
    });
  }

  take(messages: readonly BusMessage[]): Promise<AppendPlan | undefined> {
    return this.database.db.system((tx) => appendEntries(tx, messages));
  }

  async append(facts: readonly AuditFacts[]): Promise<void> {
    await this.take(this.messages(facts));
  }

  async sign(revocations?: RevocationFile, log: Pick<Logger, 'error'> = silentLogger()): Promise<void> {
    const { signing, file, database } = this;
    await signCheckpoint({ db: database.db, file, revocations, log, self: () => this.ctx, signer: signing });
  }

  verify(): Promise<TrailVerdict> {
    return verifyTrail({
      db: this.database.db,
      file: this.file,
      currentKey: async () => this.signer.publicKey,
      progress: async () => undefined,
      signal: new AbortController().signal,
    });
  }

  /** Runs the tool like an auditor. */
  fsck(...options: string[]): Promise<{ code: number; said: string }> {
    const schema = this.database.services.get('audit');
    if (schema === undefined) throw new Error('no audit schema');
    const { address, logins } = schema;
    const query = new URLSearchParams({ host: address.host, port: String(address.port) });
    const login = `${logins.system.user}:${encodeURIComponent(logins.system.password)}`;
    const url = `postgres://${login}@localhost/${address.database}?${query}`;
    const tool = fileURLToPath(new URL('../../../scripts/product/audit-fsck/main.ts', import.meta.url));
    const args = [tool, '--checkpoints', this.filePath, ...options];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        args,
        { env: { ...process.env, AUDIT_FSCK_URL: url } },
        (error, stdout, stderr) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
        },
      );
    });
  }
}
