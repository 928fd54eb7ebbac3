import { FiguresServiceService as AccessFigures } from '@pii-vault/proto/audit/v1/figures';
import { TrailDetails } from '@pii-vault/proto/audit/v1/trail';
import { UserActionsServiceService } from '@pii-vault/proto/audit/v1/user_actions';
import { TrendServiceService } from '@pii-vault/proto/compliance/v1/trend';
import { FiguresServiceService as LoginFigures } from '@pii-vault/proto/identity/v1/figures';
import { FiguresServiceService as CompanyFigures } from '@pii-vault/proto/tenancy/v1/figures';
import { FiguresServiceService as PeopleFigures } from '@pii-vault/proto/vault/v1/figures';
import { fakeRpc } from './fake-services.ts';

const day = '2026-11-21';
const timestamp = new Date('2026-11-21T08:00:00.000Z');

/** Counts of services, and actions of users. */
export const scriptedFigures = {
  vault: fakeRpc(PeopleFigures, {
    countIndividuals: async () => ({ individuals: 3n }),
    getPeopleFigures: async () => ({
      individuals: 3n,
      fieldsByType: { pan: 2n, name: 3n },
      completenessSum: 200n,
      qualitySum: 250n,
      byQuality: [0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n, 1n, 1n],
      growth: [{ day, added: 1n, erased: 0n, individuals: 3n }],
    }),
  }),
  tenancy: fakeRpc(CompanyFigures, {
    countCompanies: async () => ({ companies: 3n, active: 2n }),
    countWaiting: async () => ({
      agreements: { count: 1n, companyId: 1n },
      failingWebhooks: { count: 1n, companyId: 1n },
    }),
  }),
  audit: [
    fakeRpc(AccessFigures, {
      getAccessFigures: async () => ({
        byAction: [{ action: 'field_decrypt', entries: 5n }],
        byHour: Array.from({ length: 24 }, (_, hour) => BigInt(hour)),
        byActor: [
          { actorType: 'user', actorId: '2', entries: 4n },
          { actorType: 'api_client', actorId: 'partner', entries: 1n },
        ],
        byDay: [{ day, entries: 5n }],
        byWeekdayHour: Array.from({ length: 168 }, (_, at) => BigInt(at)),
        reveals: [{ purpose: 'kyc', actorType: 'user', actorId: '2', people: 3n }],
      }),
    }),
    fakeRpc(UserActionsServiceService, {
      listUserActions: async (_ctx, { before }) => ({
        actions: [
          {
            id: 6n,
            userId: 2n,
            action: 'user_update',
            resourceType: 'user',
            resourceId: '12',
            companyId: 1n,
            details: { ...TrailDetails.fromPartial({}), fieldNames: ['role'] },
            ipAddress: '127.0.0.1',
            userAgent: '',
            timestamp,
          },
        ],
        nextBefore: before === undefined ? 5n : undefined,
      }),
    }),
  ],
  identity: fakeRpc(LoginFigures, {
    getLoginFigures: async () => ({ days: [{ day, successful: 2n, failed: 1n, blocked: 0n }] }),
    getLoginTimeline: async () => ({
      periods: [{ from: timestamp, successful: 2n, failed: 1n, blocked: 0n }],
    }),
  }),
  compliance: fakeRpc(TrendServiceService, {
    getTrend: async () => ({ days: [{ day, readiness: 94, violations: 0 }] }),
    getRegulationTrend: async () => ({
      regulations: [{ regulationType: 'dpdp', days: [{ day, readiness: 94, violations: 0 }] }],
    }),
  }),
};
