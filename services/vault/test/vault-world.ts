import { defineConfig } from '@pii-vault/platform/config/config';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { defineModule } from '@pii-vault/platform/module/module';
import { services } from '@pii-vault/platform/rpc/allow';
import { serve } from '@pii-vault/platform/rpc/serve';
import { bootModules } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { type SignCertificateRequest, SigningServiceService } from '@pii-vault/proto/crypto/v1/signing';
import { AuthorityServiceService } from '@pii-vault/proto/identity/v1/authority';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { ConsentsServiceService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresServiceService } from '@pii-vault/proto/vault/v1/erasures';
import { FactsServiceService } from '@pii-vault/proto/vault/v1/facts';
import { FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { FieldsServiceService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresServiceService } from '@pii-vault/proto/vault/v1/figures';
import { IndividualsServiceService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowsServiceService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsServiceService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsServiceService } from '@pii-vault/proto/vault/v1/records';
import { SearchServiceService } from '@pii-vault/proto/vault/v1/search';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import { vaultModule } from '../src/module.ts';
import { FakeCrypto } from './fake-crypto.ts';

export const ALL = ['pii:read', 'pii:reveal', 'pii:write', 'pii:erase', 'analytics:read'] as const;

interface Agreement {
  readonly id: number;
  readonly companies: readonly [number, number];
  readonly purpose: string;
  readonly includeAadhaar: boolean;
}

/** What the stub of tenancy answers; tests change it as they go. */
export interface Tenancy {
  readonly statuses: Map<number, string>;
  agreements: Agreement[];
  isAway: boolean;
}

const noConfig = defineConfig('STUB', {});

const { openFieldKeys, openIndexKeys, openTextKeys, findRewraps, reportRewrap, retireFieldKeyVersion } =
  KeysServiceService;
const usedKeyCalls = {
  openFieldKeys,
  openIndexKeys,
  openTextKeys,
  findRewraps,
  reportRewrap,
  retireFieldKeyVersion,
};

/** Stubs stand behind the real RPC channel: tokens, deadlines and encodings are those of production. */
function stubs(crypto: FakeCrypto, tenancy: Tenancy) {
  const anyone = services(['vault', 'crypto', 'lineage', 'gateway']);
  const unused = async (): Promise<never> => {
    throw new AppError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'not stubbed');
  };
  const tenancyStub = defineModule({
    name: 'tenancy',
    config: noConfig,
    migrations: undefined,
    start: async () => ({
      services: [
        serve(DirectoryServiceService, {
          getCompanies: { allow: anyone, handle: unused },
          companyStates: {
            allow: anyone,
            handle: async () => {
              if (tenancy.isAway) throw new AppError('UNAVAILABLE', 'AWAY', 'away');
              const states = [...tenancy.statuses].map(([id, status]) => ({
                companyId: BigInt(id),
                status,
                rowVersion: 1n,
              }));
              return { states };
            },
          },
          listAgreements: {
            allow: anyone,
            handle: async () => ({ agreements: tenancy.agreements.map(agreementMessage) }),
          },
        }),
      ],
    }),
  });
  const cryptoStub = defineModule({
    name: 'crypto',
    config: noConfig,
    migrations: undefined,
    start: async () => ({
      services: [
        serve(usedKeyCalls, {
          openFieldKeys: { allow: services(['vault'], (req) => req.companyId), handle: crypto.openFieldKeys },
          openIndexKeys: { allow: services(['vault']), handle: crypto.openIndexKeys },
          openTextKeys: { allow: services(['vault'], (req) => req.companyId), handle: crypto.openTextKeys },
          findRewraps: { allow: services(['vault']), handle: crypto.findRewraps },
          reportRewrap: { allow: services(['vault'], (req) => req.companyId), handle: crypto.reportRewrap },
          retireFieldKeyVersion: {
            allow: services(['vault'], (req) => req.companyId),
            handle: crypto.retireFieldKeyVersion,
          },
        }),
        serve(SigningServiceService, {
          signToken: { allow: services(['identity']), handle: unused },
          getTokenKeys: { allow: anyone, handle: unused },
          signCheckpoint: { allow: services(['audit']), handle: unused },
          getCheckpointKey: { allow: services(['audit']), handle: unused },
          signCertificate: {
            allow: services(['vault'], (req: SignCertificateRequest) => req.companyId),
            handle: crypto.signCertificate,
          },
        }),
      ],
    }),
  });
  const identityStub = defineModule({
    name: 'identity',
    config: noConfig,
    migrations: undefined,
    start: async () => ({
      services: [
        serve(AuthorityServiceService, {
          checkAuthority: { allow: anyone, handle: async () => ({ holds: true }) },
        }),
      ],
    }),
  });
  return [tenancyStub, cryptoStub, identityStub];
}

function agreementMessage(one: Agreement) {
  const at = new Date(0);
  return {
    id: BigInt(one.id),
    companyId: BigInt(one.companies[0]),
    otherCompanyId: BigInt(one.companies[1]),
    purpose: one.purpose,
    includeAadhaar: one.includeAadhaar,
    status: 'accepted',
    startsAt: at,
    endsAt: undefined,
    acceptedAt: at,
    endedAt: undefined,
    createdAt: at,
    isLive: true,
  };
}

/** The vault with companies 1 to 4 (4 suspended), and what a user of 1, of 2 and a super_admin may do. */
export async function vaultWorld(env: Record<string, string> = {}) {
  const crypto = new FakeCrypto();
  const tenancy: Tenancy = {
    statuses: new Map([
      [1, 'active'],
      [2, 'active'],
      [3, 'active'],
      [4, 'suspended'],
    ]),
    agreements: [],
    isAway: false,
  };
  const world = await bootModules([vaultModule, ...stubs(crypto, tenancy)], { env });
  // Clients are looked up per use: a restart makes new ones.
  return {
    ...world,
    crypto,
    tenancy,
    get records() {
      return world.client(RecordsServiceService, 'vault');
    },
    get individuals() {
      return world.client(IndividualsServiceService, 'vault');
    },
    get fields() {
      return world.client(FieldsServiceService, 'vault');
    },
    get consents() {
      return world.client(ConsentsServiceService, 'vault');
    },
    get erasures() {
      return world.client(ErasuresServiceService, 'vault');
    },
    get principals() {
      return world.client(PrincipalsServiceService, 'vault');
    },
    get search() {
      return world.client(SearchServiceService, 'vault');
    },
    get features() {
      return world.client(FeaturesServiceService, 'vault');
    },
    get facts() {
      return world.client(FactsServiceService, 'vault');
    },
    get keyRows() {
      return world.client(KeyRowsServiceService, 'vault');
    },
    get figures() {
      return world.client(FiguresServiceService, 'vault');
    },
    get stats() {
      return world.client(StatsServiceService, 'vault');
    },
    user: (companies: readonly number[], permissions: readonly string[] = ALL): Promise<Ctx> =>
      world.as({ userId: 11, companies: Object.fromEntries(companies.map((id) => [id, permissions])) }),
    superAdmin: (): Promise<Ctx> => world.as({ userId: 1, everywhere: ALL }),
    /** Audit entries written so far, oldest first; the relay may have shipped some, so both places are read. */
    async entries(): Promise<AuditEntry[]> {
      await world.drain();
      const rows = await world.sql<{ payload: Buffer }>(
        `SELECT payload FROM bus.log WHERE topic = 'vault.audit' ORDER BY position`,
      );
      return rows.map((row) => AuditEntry.decode(row.payload));
    },
  };
}

export type VaultWorld = Awaited<ReturnType<typeof vaultWorld>>;

/** consentDetails of a request. */
export const consent = (purpose = 'kyc', alsoFor: string[] = ['support']) => ({
  purpose,
  alsoFor,
  date: undefined,
  noticeVersion: undefined,
  language: undefined,
  channel: undefined,
  expiresAt: undefined,
  withdrawnAt: undefined,
});

/** Synthetic people of FEBRL-like shape; the checksums are right, the people do not exist. */
export const ASHA = {
  name: 'Asha Rao',
  pan: 'ABCPR1234F',
  email: 'asha.rao@example.org',
  phone: '+919876543201',
  dob: '1990-02-01',
  aadhaar: '234123412346',
};
