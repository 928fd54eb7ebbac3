import type { LoginAttempt, LoginDevice } from '@pii-vault/contract/security/security-schema';
import type { MatchingProbe, ThreatPattern } from '../rules/threats.ts';

const at = '2026-11-21T08:00:00.000Z';

export const sampleAttempt = (change: Partial<LoginAttempt> = {}): LoginAttempt => ({
  id: 12,
  timestamp: at,
  email: 'ravi@example.com',
  ipAddress: '203.0.113.7',
  riskScore: 95,
  success: false,
  blocked: true,
  failureReason: 'blocked',
  deviceInfo: { platform: 'Linux', screenResolution: '1920x1080', timezone: 'Asia/Kolkata' },
  ...change,
});

export const sampleDevice = (change: Partial<LoginDevice> = {}): LoginDevice => ({
  fingerprint: '9f2c9f2c9f2c9f2c9f2c',
  userAgent: 'Mozilla/5.0',
  platform: 'Linux',
  screenResolution: '1920x1080',
  timezone: 'Asia/Kolkata',
  attempts: 40,
  successful: 0,
  failed: 30,
  blocked: 10,
  accounts: 20,
  uniqueIPs: 1,
  highestRiskScore: 95,
  firstSeenAt: at,
  lastSeenAt: at,
  ...change,
});

export const samplePattern = (change: Partial<ThreatPattern> = {}): ThreatPattern => ({
  kind: 'password_spraying',
  source: { kind: 'address', value: '203.0.113.7' },
  attempts: 40,
  failed: 30,
  blocked: 10,
  successful: 0,
  accounts: 20,
  unknownAccounts: 2,
  uniqueIPs: 1,
  firstSeenAt: at,
  lastSeenAt: at,
  evidence: [sampleAttempt()],
  ...change,
});

/** Answers of a vault without incidents, for stubApi. */
export const securityApi = {
  'GET /security/login-statistics': {
    totalAttempts: 1_240,
    successfulLogins: 620,
    failedAttempts: 500,
    blockedAttempts: 120,
    uniqueIPs: 37,
    highRiskAttempts: 8,
  },
  'GET /security/login-timeline': [
    { from: '2026-11-21T07:00:00.000Z', successful: 600, failed: 100, blocked: 0 },
    { from: '2026-11-21T08:00:00.000Z', successful: 20, failed: 400, blocked: 120 },
  ],
  'GET /security/high-risk-attempts': [sampleAttempt()],
  'GET /security/devices': [sampleDevice()],
  'GET /security/threats': { blockedIps: [], patterns: [], probes: [], unansweredServices: [] },
};

export const sampleProbe = (change: Partial<MatchingProbe> = {}): MatchingProbe => ({
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
  firstSeenAt: at,
  lastSeenAt: at,
  liftedAt: null,
  ...change,
});
