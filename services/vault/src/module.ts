import type { ConfigOf } from '@pii-vault/platform/config/config';
import { defineModule, type ModuleKit } from '@pii-vault/platform/module/module';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { Agreements } from './agreements/agreements.ts';
import { CompanyStatus } from './company-status/company-status.ts';
import { vaultConfig } from './config.ts';
import { EncodingPool } from './encoding-threads/encoding-pool.ts';
import { RandomPool } from './envelope/random-pool.ts';
import { IdPool } from './ids/id-pool.ts';
import { startImports } from './imports/imports.ts';
import { CompanyKeys } from './keys/company-keys.ts';
import { withoutStaleKeys } from './keys/without-stale-keys.ts';
import { peopleServices } from './people-services.ts';
import { createWritePeople } from './records/write-people.ts';
import { rekeyPersonUseCase } from './rekey/rekey-person.ts';
import { shredJob } from './rekey/shred-job.ts';
import { AuditBacklog } from './reveals/audit-backlog.ts';
import { AuditWriter } from './reveals/audit-ticket.ts';
import { DecryptCounter } from './reveals/decrypt-counter.ts';
import { Decryptor } from './reveals/decryptor.ts';
import { startRewrap } from './rewrap/start-rewrap.ts';
import { readDataKey } from './rewrap/wrapped-keys-store.ts';

type Kit = ModuleKit<ConfigOf<typeof vaultConfig>>;

const POLL_MS = 2_000;
/** What a crash may lose of the decrypt counts. */
const FLUSH_MS = 500;
const SHRED_MS = 60_000;
const BACKLOG_MS = 5_000;
const ENCODING_REST_MS = 15_000;

/** Individuals, encrypted fields, consents, search, reveals, imports, match features. */
export const vaultModule = defineModule({
  name: 'vault',
  config: vaultConfig,
  migrations: new URL('../migrations/', import.meta.url),
  async start(parts: Kit) {
    const { log, self } = parts;
    const keys = new CompanyKeys(parts.client(KeysServiceService, 'crypto'), self, {
      readAgain: (name) => parts.db.tenant({ companies: [name.companyId] }, (tx) => readDataKey(tx, name)),
    });
    const kit = { ...parts, db: withoutStaleKeys(parts.db, keys) };
    const { db } = kit;
    const directory = kit.client(DirectoryServiceService, 'tenancy');
    const status = new CompanyStatus(directory, self);
    const agreements = new Agreements(directory, self);
    const random = new RandomPool();
    const counter = new DecryptCounter();
    const decryptor = new Decryptor(counter);
    const backlog = new AuditBacklog(() => kit.outboxBacklog(), log);
    const writer = new AuditWriter(db, backlog);
    const encoding = new EncodingPool(kit.config.encodingThreads);
    const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
    const writing = { keys, random, ...ids };
    const writePeople = createWritePeople(writing);
    const rekeyPerson = rekeyPersonUseCase({ db, keys, random, writer, decryptor });
    const flush = () => counter.flush((work) => db.system(work));

    kit.tick('company status', POLL_MS, () => status.poll());
    kit.tick('link agreements', POLL_MS, () => agreements.poll());
    kit.tick('reveal counts', FLUSH_MS, flush);
    kit.tick('audit backlog', BACKLOG_MS, () => backlog.poll());
    kit.tick('encoding threads', ENCODING_REST_MS, () => encoding.rest());
    kit.tick('shred', SHRED_MS, shredJob({ db, log, self, rekeyPerson, now: () => new Date() })).wake();
    const imports = startImports({
      kit,
      keys,
      companyStatus: status,
      random,
      writePeople,
      maxBytes: kit.config.importMaxBytes,
    });
    const onEpochTurned = startRewrap({ kit, keys, random, settleMs: kit.config.fieldKeySettleMs });
    const people = peopleServices({
      kit,
      status,
      agreements,
      writing,
      writePeople,
      writer,
      decryptor,
      encoding,
      counter,
    });
    return {
      services: [...people, ...imports.services],
      consumers: [onEpochTurned],
      ready: () => status.poll(),
      stop: async () => {
        await encoding.stop();
        await flush();
      },
    };
  },
});
