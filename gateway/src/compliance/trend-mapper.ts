import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import type { RegulationTrend } from '@pii-vault/contract/compliance/compliance-schema';
import type { RegulationTrend as ProtoTrend, TrendDay } from '@pii-vault/proto/compliance/v1/trend';

export function toTrendDay(one: TrendDay): Analytics['complianceTrend'][number] {
  const { day, score, readiness, violations } = one;
  return { day, score: score ?? null, readiness: readiness ?? null, violations };
}

export function toRegulationTrend({ regulationType, days }: ProtoTrend): RegulationTrend {
  return { regulationType, days: days.map(toTrendDay) };
}
