import { Box, Flex } from '@chakra-ui/react';
import type { Explanation, LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { purposeSchema } from '@pii-vault/contract/scalars';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fieldName } from '../../../../i18n/field-name.ts';
import { ExternalIdOf, ExternalIdsChip } from '../../../../pii/external-ids.tsx';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { useExplanation } from '../../queries.ts';
import { individualName, otherName, statusTone, typeTone } from '../../rules/relationship-look.ts';
import { scoreOf } from '../../rules/waterfall.ts';
import { ScoreBadge } from '../score-badge.tsx';
import { PairReview } from './pair-review.tsx';
import { WaterfallChart } from './waterfall-chart.tsx';

/** The selected pair: people, confidence, and the evidence in bits. */
export function PairPanel({ entryId, onClose }: { entryId: number; onClose: () => void }) {
  const { t } = useTranslation('lineage');
  // The purpose holds for one pair; another pair asks again.
  const [stated, setStated] = useState({ entryId, purpose: '' });
  const purpose = stated.entryId === entryId ? stated.purpose : '';
  const { data, error, refetch } = useExplanation(entryId, purpose);
  if (error && !data) return <ErrorState error={error} title={t('pair.failed')} onRetry={refetch} />;
  if (!data) return <PairSkeleton />;
  return (
    <Box display="grid" gap="3">
      <PairHead
        entry={data.entry}
        onClose={onClose}
        score={data.withheld === null ? scoreOf(data.probability) : undefined}
      />
      <Box>
        <Box as="h3" color="ink.2" mb="2">
          {t(data.withheld === null ? 'pair.why' : 'withheld.title')}
        </Box>
        {data.withheld === null ? (
          <WaterfallChart explanation={data} />
        ) : (
          <WithheldEvidence explanation={{ ...data, withheld: data.withheld }} />
        )}
        {data.withheld === 'purpose' || (data.withheld === 'consent' && purpose !== '') ? (
          <StatePurpose
            key={entryId}
            companyId={data.entry.sourceCompanyId}
            onState={(one) => setStated({ entryId, purpose: one })}
          />
        ) : null}
      </Box>
      <Facts explanation={data} />
      <PairReview explanation={data} />
    </Box>
  );
}

function Facts({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('lineage');
  const { entry } = explanation;
  const { fields } = entry.matchingFields;
  return (
    <Box pt="3" borderTopWidth="1px">
      <KeyValue
        items={[
          {
            label: t('column.type'),
            value: (
              <StatusBadge tone={typeTone(entry.relationshipType)}>
                {t(`type.${entry.relationshipType}`)}
              </StatusBadge>
            ),
          },
          {
            label: t('column.status'),
            value: (
              <StatusBadge tone={statusTone(entry.verificationStatus)}>
                {t(`status.${entry.verificationStatus}`)}
              </StatusBadge>
            ),
          },
          {
            label: t('column.fields'),
            value: fields.length === 0 ? t('noFields') : fields.map(fieldName).join(' · '),
          },
        ]}
      />
    </Box>
  );
}

interface PairHeadProps {
  entry: LineageEntry;
  onClose?: () => void;
  /** Score of the evidence that the caller may read, in place of a grade. */
  score?: number | undefined;
}

/** IND_a ↔ IND_b with the companies below; a side that may not be read has a pseudonym specific to this pair. */
export function PairHead({ entry, onClose, score }: PairHeadProps) {
  const { t } = useTranslation('lineage');
  const isNarrow = useIsNarrow();
  const { individualId, relatedIndividualId, sourceCompanyId, targetCompanyId } = entry;
  const isInside = sourceCompanyId === targetCompanyId;
  return (
    <Box>
      <Flex align="center" gap="2" wrap="wrap" pe={isNarrow && onClose ? '9' : '0'}>
        <Box as="h2" textStyle="card" display="flex" gap="2" flexWrap="wrap">
          <Person id={individualId} companyId={sourceCompanyId} text={individualName(individualId)} />
          <Box as="span" color="ink.2" aria-label={t('pair.and')} role="img">
            ↔
          </Box>
          <Person id={relatedIndividualId} companyId={targetCompanyId} text={otherName(entry)} />
        </Box>
        <Flex ms="auto" align="center" gap="1">
          <ScoreBadge entry={score === undefined ? entry : { confidenceScore: score, grade: null }} />
          {isNarrow || !onClose ? null : (
            <IconButton size="sm" icon={X} label={t('pair.close')} onClick={onClose} />
          )}
        </Flex>
      </Flex>
      <Box color="ink.2" mt="0.5">
        {isInside
          ? t('pair.inside', { company: entry.sourceCompanyName })
          : t('pair.across', { source: entry.sourceCompanyName, target: entry.targetCompanyName })}
      </Box>
      <Flex gap="2" mt="1" wrap="wrap">
        <ExternalIdsChip
          companyId={sourceCompanyId}
          {...(isInside ? {} : { companyName: entry.sourceCompanyName })}
        />
        {isInside || relatedIndividualId === null ? null : (
          <ExternalIdsChip companyId={targetCompanyId} companyName={entry.targetCompanyName} />
        )}
      </Flex>
      {relatedIndividualId === null ? (
        <Box textStyle="small" color="ink.2" mt="1">
          {t('pair.pseudonym', { company: entry.targetCompanyName })}
        </Box>
      ) : null}
    </Box>
  );
}

function Person({ id, companyId, text }: { id: number | null; companyId: number; text: string }) {
  const can = useCan();
  if (id === null || !can('pii:read')) return <span>{text}</span>;
  return (
    <span>
      <Link to={`/individuals?company=${companyId}&selected=${id}`}>
        <Box as="span" _hover={{ color: 'accent.text', textDecoration: 'underline' }}>
          {text}
        </Box>
      </Link>
      <ExternalIdOf companyId={companyId} id={id} />
    </span>
  );
}

interface StatePurposeProps {
  /** The company whose purposes are offered. */
  companyId: number;
  onState: (purpose: string) => void;
}

/** Asks for the purpose of reading a pair's evidence. Nothing is preselected: the purpose is the user's statement. */
export function StatePurpose({ companyId, onState }: StatePurposeProps) {
  const { t } = useTranslation('lineage');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <Form
      mt="3"
      onSubmit={(event) => {
        event.preventDefault();
        const purpose = purposeSchema.safeParse(typed);
        if (!purpose.success) return setProblem(t('purpose.form'));
        setProblem('');
        onState(purpose.data);
      }}
    >
      <Field label={t('purpose.label')} error={problem}>
        {(control) => (
          <PurposePicker
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            companyId={companyId}
          />
        )}
      </Field>
      <Button type="submit" mt="2">
        {t('purpose.submit')}
      </Button>
    </Form>
  );
}

/** Why there is no waterfall chart yet, and the evidence that can be shown. */
export function WithheldEvidence({
  explanation,
}: {
  explanation: Explanation & { withheld: NonNullable<Explanation['withheld']> };
}) {
  const { t } = useTranslation('lineage');
  const { entry, withheld } = explanation;
  const { fields } = entry.matchingFields;
  return (
    <Box display="grid" gap="2">
      {withheld === 'both_verify' ? (
        <Box>
          {fields.length === 0
            ? t('withheld.noIdentifier')
            : t('withheld.identifiers', { fields: fields.map(fieldName).join(', ') })}
        </Box>
      ) : null}
      <Box color="ink.2">
        {withheld !== 'both_verify'
          ? t(`withheld.${withheld}`)
          : t(entry.decision === 'verified' ? 'withheld.otherSide' : 'withheld.bothVerify')}
      </Box>
    </Box>
  );
}

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** The layout of the panel while the evidence loads. */
function PairSkeleton() {
  return (
    <Box display="grid" gap="4" aria-hidden="true">
      <Skeleton height="5" width="52" />
      <Skeleton height="4" width="40" />
      {lines.map((line) => (
        <Flex key={line} justify="space-between" gap="3">
          <Skeleton height="4" width="24" />
          <Skeleton height="4" width="32" />
          <Skeleton height="4" width="8" />
        </Flex>
      ))}
    </Box>
  );
}
