import { Grid } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../session/use-session.ts';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../../ui/stale-banner.tsx';
import { useThreats } from '../../queries.ts';
import type { Range } from '../../rules/range.ts';
import { byWeight } from '../../rules/threats.ts';
import { BlockedIps } from '../blocks/blocked-ips.tsx';
import type { AskBlock, AskUnblock } from '../blocks/use-blocking.tsx';
import { ProbeCard } from './probe-card.tsx';
import { ThreatCard } from './threat-card.tsx';

interface ThreatTabProps {
  range: Range;
  onBlock: AskBlock | undefined;
  onUnblock: AskUnblock | undefined;
}

/** Patterns of attack with their evidence, and the blocked addresses. */
export function ThreatTab({ range, onBlock, onUnblock }: ThreatTabProps) {
  const { t } = useTranslation('security');
  const mayBlock = useCan()('access:manage');
  const { data, error, refetch, dataUpdatedAt } = useThreats(range);
  const retry = () => void refetch();
  const service = (name: string) => t(`threats.service.${name}`, { defaultValue: name });
  if (!data)
    return <Card>{error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonLines count={8} />}</Card>;
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)">
      {error ? <StaleBanner error={error} onRetry={retry} /> : null}
      {data.unansweredServices.length > 0 ? (
        <Card>{t('threats.unanswered', { services: data.unansweredServices.map(service).join(', ') })}</Card>
      ) : null}
      {data.probes.map((probe) => (
        <ProbeCard key={probe.id} probe={probe} />
      ))}
      {data.patterns.length + data.probes.length === 0 ? (
        <Card>
          <EmptyState
            icon={ShieldCheck}
            title={t('threats.empty', { span: t(`range.in.${range}`) })}
            hint={t('threats.emptyHint')}
          />
        </Card>
      ) : (
        byWeight(data.patterns).map((pattern) => (
          <ThreatCard
            key={`${pattern.kind} ${pattern.source.kind} ${pattern.source.value}`}
            pattern={pattern}
            onBlock={onBlock}
          />
        ))
      )}
      {mayBlock ? (
        <BlockedIps
          rows={data.blockedIps}
          updatedAt={dataUpdatedAt}
          onBlock={onBlock}
          onUnblock={onUnblock}
        />
      ) : null}
    </Grid>
  );
}
