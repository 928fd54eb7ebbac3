import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { Agreements } from './agreements/agreements.ts';
import type { DependentAccounts } from './approvals/dependent-accounts.ts';
import type { AnswerGuard } from './budgets/answer-guard.ts';
import { budgetsRpc } from './budgets/budgets-rpc.ts';
import type { CompanyStatus } from './company-status/company-status.ts';
import type { vaultConfig } from './config.ts';
import { consentsRpc } from './consents/consents-rpc.ts';
import { listConsentsUseCase } from './consents/list-consents.ts';
import { withdrawConsentUseCase } from './consents/withdraw-consent.ts';
import type { EncodingPool } from './encoding-threads/encoding-pool.ts';
import type { SpendErasure } from './erasures/spend-erasure.ts';
import { factsRpc } from './facts/facts-rpc.ts';
import { featuresRpc } from './features/features-rpc.ts';
import { listConsentingUseCase } from './features/list-consenting.ts';
import { pullFeaturesUseCase } from './features/pull-features.ts';
import type { RecentWriteCache } from './features/recent-write-cache.ts';
import { createFieldUseCase } from './fields/create-field.ts';
import { deleteFieldUseCase } from './fields/delete-field.ts';
import { fieldsRpc } from './fields/fields-rpc.ts';
import { getFieldUseCase } from './fields/get-field.ts';
import { getFieldHistoryUseCase } from './fields/get-field-history.ts';
import { listRecentFieldsUseCase } from './fields/list-recent-fields.ts';
import { figuresRpc } from './figures/figures-rpc.ts';
import { holdingsRpc } from './holdings/holdings-rpc.ts';
import { sealCompany } from './holdings/seal-company.ts';
import { createIndividualUseCase } from './individuals/create-individual.ts';
import { FigureCache } from './individuals/figures.ts';
import { getIndividualUseCase, type ViewingDeps } from './individuals/get-individual.ts';
import { getSummaryUseCase } from './individuals/get-summary.ts';
import { individualsRpc } from './individuals/individuals-rpc.ts';
import { listExternalIds } from './individuals/list-external-ids.ts';
import { listIndividualsUseCase } from './individuals/list-individuals.ts';
import { countKeyRowsUseCase } from './key-rows/count-key-rows.ts';
import { keyRowsRpc } from './key-rows/key-rows-rpc.ts';
import type { PolicyNotices } from './policies/policy-notices.ts';
import { getAccessReportUseCase } from './principals/get-access-report.ts';
import { getNomineesUseCase } from './principals/get-nominees.ts';
import { principalsRpc } from './principals/principals-rpc.ts';
import { setNomineesUseCase } from './principals/set-nominees.ts';
import { createCreatePerson } from './records/create-person.ts';
import { createRecordUseCase } from './records/create-record.ts';
import { createRecordsUseCase } from './records/create-records.ts';
import type { WithIdentities } from './records/identities.ts';
import { createMayBeRefused } from './records/known-people.ts';
import type { WritingDeps } from './records/person.ts';
import { recordsRpc } from './records/records-rpc.ts';
import type { WritePeople } from './records/write-people.ts';
import type { RetentionFloor } from './retention/retention-floor.ts';
import type { AuditWriter } from './reveals/audit-ticket.ts';
import type { DecryptCounter } from './reveals/decrypt-counter.ts';
import type { Decryptor } from './reveals/decryptor.ts';
import { revealRecordsUseCase } from './reveals/reveal-records.ts';
import { searchPiiUseCase } from './search/search-pii.ts';
import { searchRpc } from './search/search-rpc.ts';
import { getCompanyStatsUseCase } from './stats/company-stats.ts';
import { statsRpc } from './stats/stats-rpc.ts';
import type { StoppedCredentials } from './stops/stopped-credentials.ts';

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
  readonly conflicts: AnswerGuard;
  readonly answers: AnswerGuard;
  readonly stops: StoppedCredentials;
  readonly policyNotices: PolicyNotices;
  readonly dependentAccounts: DependentAccounts;
  readonly spendErasure: SpendErasure;
}

/** All RPCs of the vault except imports, from their shared parts. */
export function peopleServices(parts: PeopleParts): RpcService[] {
  const { kit, status, agreements, writing, writePeople, writer, decryptor, encoding } = parts;
  const { fresh, counter, stops, floor, spendErasure, policyNotices, dependentAccounts } = parts;
  const { db, cache, config, zones } = kit;
  const { keys, individualIds } = writing;
  const viewing = { db, status, writer, opener: { db, keys, decryptor } };
  return [
    records(parts, viewing),
    individualsRpc({
      createIndividual: createIndividualUseCase({ db, status, keys, individualIds, stops }),
      listIndividuals: listIndividualsUseCase({ db, status, keys, zones }),
      listExternalIds: (ctx, page, purpose) =>
        listExternalIds({ db, writer, decryptor, keys }, ctx, page, purpose),
      getIndividual: getIndividualUseCase(viewing),
      getSummary: getSummaryUseCase({ db, status, shared: new FigureCache<number>() }),
    }),
    fieldsRpc({
      createField: createFieldUseCase({ db, status, keys, writePeople, answers: parts.answers, stops }),
      getField: getFieldUseCase(viewing),
      getFieldHistory: getFieldHistoryUseCase(viewing),
      listRecentFields: listRecentFieldsUseCase(viewing),
      deleteField: deleteFieldUseCase({ db, status, floor, spendErasure }),
    }),
    consentsRpc({
      listConsents: listConsentsUseCase({ db, status }),
      withdrawConsent: withdrawConsentUseCase({ db, status, keys }),
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
    budgetsRpc({ db, status, zones, notices: policyNotices, dependentAccounts }),
    principals(parts, viewing),
  ];
}

function records(
  { kit: { db }, status, writing, writePeople, withIdentities, conflicts, answers, stops }: PeopleParts,
  viewing: ViewingDeps,
): RpcService {
  const { keys } = writing;
  return recordsRpc({
    createRecord: createRecordUseCase({
      db,
      keys,
      status,
      writePeople,
      withIdentities,
      mayBeRefused: createMayBeRefused({ db, keys }),
      conflicts,
      answers,
      stops,
      createPerson: createCreatePerson({ ...writing, db }),
    }),
    createRecords: createRecordsUseCase({
      db,
      keys,
      status,
      writePeople,
      withIdentities,
      conflicts,
      answers,
      stops,
    }),
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
