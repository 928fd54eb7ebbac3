import { row } from '../row.ts';
import { analyticsQuery, analyticsSchema } from './analytics-schema.ts';

const day = '2026-11-21';

export const analyticsRoutes = [
  row('GET /analytics', {
    permission: 'analytics:read',
    query: analyticsQuery,
    response: analyticsSchema,
    summary: 'Get figures of data, growth, access and compliance; 30 days by default',
    example: {
      query: { days: '7', companyId: '1' },
      response: {
        days: 7,
        previous: { added: 96, erased: 0, entries: 121, people: 64, successful: 20, failed: 1, blocked: 0 },
        totalIndividuals: 48213,
        recordsByFieldType: [{ fieldType: 'pan', records: 47010 }],
        growth: [{ day, added: 120, erased: 1, individuals: 48213 }],
        quality: {
          average: 88.4,
          averageCompleteness: 71.2,
          histogram: [{ from: 90, to: 100, individuals: 30111 }],
        },
        access: {
          byAction: [{ action: 'field_decrypt', entries: 812 }],
          byHour: [{ hour: 9, entries: 104 }],
          byWeekdayHour: [{ weekday: 1, hour: 9, entries: 24 }],
          byDay: [{ day, entries: 130 }],
          byActor: [{ actorType: 'user', actorId: '2', actorName: 'Ravi Iyer', entries: 77 }],
        },
        reveals: [{ purpose: 'kyc', actorType: 'user', actorId: '2', actorName: 'Ravi Iyer', people: 70 }],
        logins: [{ day, successful: 21, failed: 2, blocked: 0 }],
        complianceTrend: [{ day, score: null, readiness: 94, violations: 0 }],
      },
    },
  }),
] as const;
