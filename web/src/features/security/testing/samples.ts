import type { LoginAttempt } from '@pii-vault/contract/security/security-schema';
import { exampleOf, exampleRow } from '../../../testing/examples.ts';
import type { MatchingProbe, ThreatPattern } from '../rules/threats.ts';

export const sampleAttempt = (change: Partial<LoginAttempt>): LoginAttempt => ({
  ...exampleRow('GET /security/high-risk-attempts'),
  ...change,
});

const { patterns, probes } = exampleOf('GET /security/threats');

export const samplePattern = (change: Partial<ThreatPattern> = {}): ThreatPattern => ({
  ...(patterns[0] as ThreatPattern),
  ...change,
});

export const sampleProbe = (change: Partial<MatchingProbe> = {}): MatchingProbe => ({
  ...(probes[0] as MatchingProbe),
  ...change,
});
