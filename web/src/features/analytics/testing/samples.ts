import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';

const day = '2026-11-21';

export const sampleAnalytics: Analytics = {
  days: 30,
  totalIndividuals: 48_213,
  recordsByFieldType: [
    { fieldType: 'pan', records: 470 },
    { fieldType: 'name', records: 482 },
  ],
  growth: [{ day, added: 120, erased: 1, individuals: 48_213 }],
  quality: {
    average: 88.4,
    averageCompleteness: 71.2,
    histogram: [{ from: 90, to: 100, individuals: 301 }],
  },
  access: {
    byAction: [{ action: 'field_decrypt', entries: 812 }],
    byHour: [],
    byWeekdayHour: Array.from({ length: 168 }, (_, at) => ({
      weekday: 1 + Math.floor(at / 24),
      hour: at % 24,
      entries: at === 9 ? 104 : 0,
    })),
    byDay: [{ day, entries: 130 }],
    byActor: [{ actorType: 'user', actorId: '2', actorName: 'Ravi Iyer', entries: 77 }],
  },
  reveals: [
    { purpose: 'kyc', actorType: 'user', actorId: '2', actorName: 'Ravi Iyer', people: 70 },
    {
      purpose: 'fraud_prevention',
      actorType: 'api_client',
      actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1',
      actorName: 'Asha Rao',
      people: 9,
    },
  ],
  logins: [{ day, successful: 21, failed: 2, blocked: 0 }],
  complianceTrend: [{ day, score: null, readiness: 94, violations: 0 }],
};
