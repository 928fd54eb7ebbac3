import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { vaultConfig } from './config.ts';
import type { Agreements } from './consents/agreements/agreements.ts';
import type { CompanyStatus } from './consents/company-status/company-status.ts';
import type { RetentionFloor } from './consents/retention-floor.ts';
import type { EncodingPool } from './encoding/threads/encoding-pool.ts';
import { holdingsRpc } from './lifecycle/holdings/holdings-rpc.ts';
import { sealCompany } from './lifecycle/holdings/seal-company.ts';
import type { DependentAccounts } from './limits/approvals/dependent-accounts.ts';
import type { Approvals } from './limits/approvals/usable-approvals.ts';
import { budgetsRpc } from './limits/budgets/budgets-rpc.ts';
import type { SpendConsents, SpendErasure } from './limits/budgets/spend-daily.ts';
import type { PolicyNotices } from './limits/policies/policy-notices.ts';
import type { WriteGate } from './limits/write-gate.ts';
import { consentBatches } from './people/consents/consent-batches.ts';
import { consentsRpc } from './people/consents/consents-rpc.ts';
import { listConsentsUseCase } from './people/consents/list-consents.ts';
import { withdrawConsentUseCase } from './people/consents/withdraw-consent.ts';
import { createFieldUseCase } from './people/fields/create-field.ts';
import { deleteFieldUseCase } from './people/fields/delete-field.ts';
import { fieldsRpc } from './people/fields/fields-rpc.ts';
import { getFieldUseCase } from './people/fields/get-field.ts';
import { getFieldHistoryUseCase } from './people/fields/get-field-history.ts';
import { listRecentFieldsUseCase } from './people/fields/list-recent-fields.ts';
import { createIndividualUseCase } from './people/individuals/create-individual.ts';
import { FigureCache } from './people/individuals/figures.ts';
import { getIndividualUseCase, type ViewingDeps } from './people/individuals/get-individual.ts';
import { getSummaryUseCase } from './people/individuals/get-summary.ts';
import { individualsRpc } from './people/individuals/individuals-rpc.ts';
import { listExternalIds } from './people/individuals/list-external-ids.ts';
import { listIndividualsUseCase } from './people/individuals/list-individuals.ts';
import { listMarks } from './people/individuals/list-marks.ts';
import { getAccessReportUseCase } from './people/principals/get-access-report.ts';
import { getNomineesUseCase } from './people/principals/get-nominees.ts';
import { principalsRpc } from './people/principals/principals-rpc.ts';
import { setNomineesUseCase } from './people/principals/set-nominees.ts';
import { createCreatePerson } from './people/records/create-person.ts';
import { createRecordUseCase } from './people/records/create-record.ts';
import { createRecordsUseCase } from './people/records/create-records.ts';
import type { WithIdentities } from './people/records/identities.ts';
import { createMayBeRefused } from './people/records/known-people.ts';
import type { WritingDeps } from './people/records/person.ts';
import type { RecentWriteCache } from './people/records/recent-write-cache.ts';
import { recordsRpc } from './people/records/records-rpc.ts';
import type { WritePeople } from './people/records/write-people.ts';
import { searchPiiUseCase } from './people/search/search-pii.ts';
import { searchRpc } from './people/search/search-rpc.ts';
import { factsRpc } from './reporting/facts/facts-rpc.ts';
import { featuresRpc } from './reporting/features/features-rpc.ts';
import { listConsentingUseCase } from './reporting/features/list-consenting.ts';
import { pullFeaturesUseCase } from './reporting/features/pull-features.ts';
import { figuresRpc } from './reporting/figures/figures-rpc.ts';
import { countKeyRowsUseCase } from './reporting/key-rows/count-key-rows.ts';
import { keyRowsRpc } from './reporting/key-rows/key-rows-rpc.ts';
import { getCompanyStatsUseCase } from './reporting/stats/company-stats.ts';
import { statsRpc } from './reporting/stats/stats-rpc.ts';
import type { AuditWriter } from './reveals/audit-ticket.ts';
import type { DecryptCounter } from './reveals/decrypt-counter.ts';
import type { Decryptor } from './reveals/decryptor.ts';
import { revealRecordsUseCase } from './reveals/reveal-records.ts';

export interface PeopleParts {
  readonly kit: Pick<ModuleKit<ConfigOf<typeof vaultConfig>>, 'config' | 'db' | 'cache' | 'zones'>;
  readonly status: CompanyStatus;
  readonly agreements: Agreements;
  readonly writing: WritingDeps;
  readonly writePeople: WritePeople;
  readonly withIdentities: WithIdentities;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
  readonly encoding: EncodingPool;
  readonly fresh: RecentWriteCache;
  readonly counter: DecryptCounter;
  readonly floor: RetentionFloor;
  readonly gate: WriteGate;
  readonly policyNotices: PolicyNotices;
  readonly dependentAccounts: DependentAccounts;
  readonly approvals: Approvals;
  readonly spendErasure: SpendErasure;
  readonly spendConsents: SpendConsents;
}

/** All RPCs of the vault except imports, from their shared parts. */
export function peopleServices(parts: PeopleParts): RpcService[] {
  const { kit, status, agreements, writing, writePeople, writer, decryptor, encoding } = parts;
  const { fresh, counter, gate, floor, spendErasure, spendConsents } = parts;
  const { policyNotices, dependentAccounts, approvals } = parts;
  const { db, cache, config, zones } = kit;
  const { keys, individualIds } = writing;
  const viewing = { db, status, writer, opener: { db, keys, decryptor } };
  return [
    records(parts, viewing),
    individualsRpc({
      createIndividual: createIndividualUseCase({ db, keys, individualIds, gate }),
      listIndividuals: listIndividualsUseCase({ db, status, keys, zones, approvals }),
      listExternalIds: (ctx, page, purpose) =>
        listExternalIds({ db, writer, decryptor, keys }, ctx, page, purpose),
      listMarks: (ctx, page, marks) => listMarks({ db, writer, decryptor, keys }, ctx, page, marks),
      getIndividual: getIndividualUseCase(viewing),
      getSummary: getSummaryUseCase({ db, status, shared: new FigureCache<number>() }),
    }),
    fieldsRpc({
      createField: createFieldUseCase({ db, keys, writePeople, gate, spendErasure }),
      getField: getFieldUseCase(viewing),
      getFieldHistory: getFieldHistoryUseCase(viewing),
      listRecentFields: listRecentFieldsUseCase(viewing),
      deleteField: deleteFieldUseCase({ db, status, floor, spendErasure }),
    }),
    consentsRpc({
      listConsents: listConsentsUseCase({ db, status }),
      withdrawConsent: withdrawConsentUseCase({ db, status, keys }),
      ...consentBatches({ db, keys, gate, withIdentities: parts.withIdentities, spendConsents }),
    }),
    searchRpc({
      searchPii: searchPiiUseCase({
        db,
        cache,
        status,
        keys,
        zones,
        searchesPerMinute: config.searchesPerMinute,
      }),
    }),
    featuresRpc({
      listConsenting: listConsentingUseCase({ db }),
      pullFeatures: pullFeaturesUseCase({ db, status, agreements, keys, writer, decryptor, encoding, fresh }),
    }),
    holdingsRpc(sealCompany({ db })),
    factsRpc({ db, keys, writer, decryptor, floor, now: () => new Date() }),
    statsRpc({
      db,
      counter,
      getCompanyStats: getCompanyStatsUseCase({ db, status }),
    }),
    keyRowsRpc(countKeyRowsUseCase({ db, figures: new FigureCache<number>() })),
    figuresRpc({ db, status, zones }),
    budgetsRpc({
      ...{ db, status, zones, approvals, notices: policyNotices, dependentAccounts },
      erasuresPerDay: config.erasuresPerDay,
      consentsPerDay: config.consentsPerDay,
    }),
    principals(parts, viewing),
  ];
}

function records(
  { kit: { db }, writing, writePeople, withIdentities, gate }: PeopleParts,
  viewing: ViewingDeps,
): RpcService {
  const { keys } = writing;
  return recordsRpc({
    createRecord: createRecordUseCase({
      db,
      keys,
      writePeople,
      withIdentities,
      gate,
      mayBeRefused: createMayBeRefused({ db, keys }),
      createPerson: createCreatePerson({ ...writing, db }),
    }),
    createRecords: createRecordsUseCase({ db, keys, writePeople, withIdentities, gate }),
    revealRecords: revealRecordsUseCase(viewing),
  });
}

function principals({ kit: { db }, status, writing, floor }: PeopleParts, viewing: ViewingDeps): RpcService {
  const getIndividual = getIndividualUseCase(viewing);
  const getNominees = getNomineesUseCase(viewing);
  return principalsRpc({
    getAccessReport: getAccessReportUseCase({ db, getIndividual, getNominees }),
    getNominees,
    setNominees: setNomineesUseCase({ ...writing, db, status, floor }),
  });
}
