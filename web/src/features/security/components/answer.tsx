import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { AnswerBar } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useThreats } from '../queries.ts';
import type { Range } from '../rules/range.ts';
import {
  blockableAddress,
  byWeight,
  isAtSignIn,
  isLoopback,
  isStopping,
  type ThreatPattern,
} from '../rules/threats.ts';
import type { AskBlock } from './blocks/use-blocking.tsx';
import { useThreatWords } from './threats/use-threat-words.ts';

/** Whether there is an attack: the most severe pattern, and the next action. */
export function Answer({ range, onBlock }: { range: Range; onBlock: AskBlock | undefined }) {
  const { t } = useTranslation('security');
  const { data, error } = useThreats(range);
  const span = t(`range.in.${range}`);
  const worst = data ? byWeight(data.patterns)[0] : undefined;
  if (worst)
    return <Attacked worst={worst} count={data?.patterns.length ?? 0} span={span} onBlock={onBlock} />;
  const open = data?.probes.filter(({ liftedAt }) => liftedAt === null) ?? [];
  const stopping = open.filter(isStopping).length;
  if (open.length > 0) return <Probing isStopped={stopping > 0} count={stopping || open.length} />;
  return (
    <AnswerBar label={t('answer.label')} tone={error ? 'warning' : 'success'} isLoading={!data && !error}>
      {t(error ? 'answer.unknown' : 'answer.none', { span })}
    </AnswerBar>
  );
}

function Probing({ isStopped, count }: { isStopped: boolean; count: number }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const { set } = useUrlState();
  return (
    <AnswerBar
      label={t('answer.label')}
      tone={isStopped ? 'error' : 'warning'}
      action={
        <Button size="sm" onClick={() => set({ tab: 'threats', cursor: null })}>
          {t('answer.see')}
        </Button>
      }
    >
      {t(isStopped ? 'answer.probing' : 'answer.manyLinks', { count, n: format.number(count) })}
    </AnswerBar>
  );
}

interface AttackedProps {
  worst: ThreatPattern;
  count: number;
  span: string;
  onBlock: AskBlock | undefined;
}

function Attacked({ worst, count, span, onBlock }: AttackedProps) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const { set } = useUrlState();
  const words = useThreatWords();
  const address = blockableAddress(worst);
  const mayBlock = onBlock && address !== undefined && !isLoopback(address);
  return (
    <AnswerBar
      label={t('answer.label')}
      tone="error"
      action={
        <>
          {mayBlock ? (
            <Button variant="danger" size="sm" onClick={() => onBlock(address, words.kind(worst.kind))}>
              {t('block.address', { address })}
            </Button>
          ) : null}
          <Button size="sm" onClick={() => set({ tab: 'threats', cursor: null })}>
            {t('answer.see')}
          </Button>
        </>
      }
    >
      {t('answer.attacked', {
        count,
        n: format.number(count),
        span,
        kind: words.kind(worst.kind),
        source: words.source(worst.source),
        attempts: format.number(worst.attempts),
      })}{' '}
      {isAtSignIn(worst)
        ? worst.successful > 0
          ? t('answer.lost', { count: worst.successful, n: format.number(worst.successful) })
          : t('answer.held')
        : null}
    </AnswerBar>
  );
}
