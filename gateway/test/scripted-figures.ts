import { FiguresService as AccessFigures } from '@pii-vault/proto/audit/v1/figures';
import { TrailDetails } from '@pii-vault/proto/audit/v1/trail';
import { UserActionsService } from '@pii-vault/proto/audit/v1/user_actions';
import { TrendService } from '@pii-vault/proto/compliance/v1/trend';
import { FiguresService as LoginFigures } from '@pii-vault/proto/identity/v1/figures';
import { FiguresService as CompanyFigures } from '@pii-vault/proto/tenancy/v1/figures';
import { FiguresService as PeopleFigures } from '@pii-vault/proto/vault/v1/figures';
import { fakeRpc } from './fake-services.ts';

const day = '2026-11-21';
const timestamp = new Date('2026-11-21T08:00:00.000Z');

/** Counts of services, and actions of users. */
export const scriptedFigures = {
  vault: fakeRpc(PeopleFigures, {
    countIndividuals: async () => ({ individuals: 3 }),
    getPeopleFigures: async () => ({
      individuals: 3,
      fieldsByType: { pan: 2, name: 3 },
      completenessSum: 200,
      qualitySum: 250,
      byQuality: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
      growth: [{ day, added: 1, erased: 0, individuals: 3 }],
    }),
  }),
  tenancy: fakeRpc(CompanyFigures, {
    countCompanies: async () => ({ companies: 3, active: 2 }),
  }),
  audit: [
    fakeRpc(AccessFigures, {
      getAccessFigures: async () => ({
        byAction: [{ action: 'field_decrypt', entries: 5 }],
        byHour: Array.from({ length: 24 }, (_, hour) => hour),
        byActor: [
          { actorType: 'user', actorId: '2', entries: 4 },
          { actorType: 'api_client', actorId: 'partner', entries: 1 },
        ],
        byDay: [{ day, entries: 5 }],
        byWeekdayHour: Array.from({ length: 168 }, (_, at) => at),
        reveals: [{ purpose: 'kyc', actorType: 'user', actorId: '2', people: 3 }],
      }),
    }),
    fakeRpc(UserActionsService, {
      listUserActions: async (_ctx, { cursor }) => ({
        actions: [
          {
            id: 6,
            userId: 2,
            action: 'user_update',
            resourceType: 'user',
            resourceId: '12',
            companyId: 1,
            details: { ...TrailDetails.fromPartial({ producer: 'identity' }), fieldNames: ['role'] },
            ipAddress: '127.0.0.1',
            timestamp,
          },
        ],
        nextCursor: cursor === undefined ? '5' : undefined,
      }),
    }),
  ],
  identity: fakeRpc(LoginFigures, {
    getLoginFigures: async () => ({ days: [{ day, successful: 2, failed: 1, blocked: 0 }] }),
    getLoginTimeline: async () => ({
      periods: [{ from: timestamp, successful: 2, failed: 1, blocked: 0 }],
    }),
  }),
  compliance: fakeRpc(TrendService, {
    getTrend: async () => ({ days: [{ day, readiness: 94, violations: 0 }] }),
    getRegulationTrend: async () => ({
      regulations: [{ regulationType: 'dpdp', days: [{ day, readiness: 94, violations: 0 }] }],
    }),
  }),
};
