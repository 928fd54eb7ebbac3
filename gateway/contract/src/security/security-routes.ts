import { z } from 'zod';
import { idParams } from '../query.ts';
import { row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { exampleBlock } from './blocked-ips-routes.ts';
import {
  exportSecurityQuery,
  highRiskQuery,
  loginAttemptSchema,
  loginDeviceSchema,
  loginPeriodSchema,
  loginStatisticsSchema,
  securityQuery,
  threatsSchema,
  timelineQuery,
} from './security-schema.ts';

const watched = { permission: 'security:read' } as const;

const deviceFacts = { platform: 'Linux', screenResolution: '1920x1080', timezone: 'Asia/Kolkata' };
const times = { firstSeenAt: '2026-11-21T07:00:00.000Z', lastSeenAt: '2026-11-21T08:00:00.000Z' };
const attempt = {
  id: 12,
  timestamp: '2026-11-21T08:00:00.000Z',
  email: 'ravi@example.com',
  ipAddress: '203.0.113.7',
  riskScore: 95,
  success: false,
  blocked: true,
  failureReason: 'blocked',
  deviceInfo: deviceFacts,
};
const statistics = {
  totalAttempts: 40,
  successfulLogins: 10,
  failedAttempts: 20,
  blockedAttempts: 10,
  uniqueIPs: 4,
  highRiskAttempts: 8,
};
const counts = { attempts: 40, successful: 0, failed: 30, blocked: 10, accounts: 20, uniqueIPs: 1 };
const device = {
  fingerprint: '9f2c',
  userAgent: 'Mozilla/5.0',
  ...deviceFacts,
  ...counts,
  highestRiskScore: 95,
  ...times,
};

export const securityRoutes = [
  row('GET /security/login-statistics', {
    rpc: 'security.getLoginStatistics',
    ...watched,
    query: securityQuery,
    response: loginStatisticsSchema,
    summary: 'Get counts of login attempts; an admin sees those of users of their companies',
    example: { query: { hours: '24' }, response: statistics },
  }),
  row('GET /security/login-timeline', {
    rpc: 'loginFigures.getLoginTimeline',
    ...watched,
    query: timelineQuery,
    response: z.array(loginPeriodSchema),
    summary:
      'Get login attempts by outcome in periods of an hour, six hours or a day; the last period is incomplete',
    example: {
      query: { hours: '24' },
      response: [{ from: '2026-11-21T08:00:00.000Z', successful: 10, failed: 20, blocked: 10 }],
    },
  }),
  row('GET /security/high-risk-attempts', {
    rpc: 'security.listHighRiskAttempts',
    ...watched,
    query: highRiskQuery,
    response: z.array(loginAttemptSchema),
    paged: true,
    summary: 'List login attempts with a risk of 70 or more, newest first',
    example: { query: { hours: '168' }, response: [attempt] },
  }),
  row('GET /security/high-risk-attempts/export', {
    ...watched,
    query: exportSecurityQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(loginAttemptSchema),
    summary: 'Export login attempts with a risk of 70 or more',
    example: { query: { format: 'json', hours: '168' }, response: [attempt] },
  }),
  row('GET /security/devices', {
    rpc: 'security.listDevices',
    ...watched,
    query: securityQuery,
    response: z.array(loginDeviceSchema),
    summary: 'List devices of login attempts, most attempts first, at most 100',
    example: {
      query: { hours: '24' },
      response: [device],
    },
  }),
  row('GET /security/devices/export', {
    ...watched,
    query: exportSecurityQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(loginDeviceSchema),
    summary: 'Export the list of devices',
    example: { query: { format: 'json', hours: '24' }, response: [device] },
  }),
  row('GET /security/threats', {
    ...watched,
    query: securityQuery,
    response: threatsSchema,
    summary:
      'List attacks on sign-in, exhausted budgets and probing of matching, with evidence; for a super admin also blocked addresses and forged events',
    example: {
      query: { hours: '24' },
      response: {
        blockedIps: [exampleBlock],
        unansweredServices: [],
        patterns: [
          {
            kind: 'password_spraying',
            source: { kind: 'address', value: '203.0.113.7' },
            ...counts,
            unknownAccounts: 2,
            ...times,
            evidence: [attempt],
          },
        ],
        probes: [
          {
            id: 3,
            kind: 'matching_probe',
            companyId: 1,
            companyName: 'Saral Bank',
            otherCompanyId: 2,
            otherCompanyName: 'Arogya Health',
            linkAgreementId: 4,
            credential: 'client:pv_4f0c',
            reason: 'links',
            events: 24,
            budget: 20,
            ...times,
            liftedAt: null,
          },
        ],
      },
    },
  }),
  row('POST /security/probes/{id}/lift', {
    rpc: 'probes.liftStop',
    permission: 'company:manage',
    proof: 'fresh',
    params: idParams,
    response: successSchema,
    summary: 'Allow links across companies again for a credential stopped for probing',
    example: { params: { id: '3' }, response: { success: true } },
  }),
] as const;
