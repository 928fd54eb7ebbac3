import { Box } from '@chakra-ui/react';
import type { Explanation, LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { type FieldType, fieldTypes } from '@pii-vault/contract/scalars';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldName } from '../../../../i18n/field-name.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { StatusBadge, type Tone } from '../../../../ui/status-badge.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { personQuery } from '../../queries.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';
import { signedBits } from '../../rules/waterfall.ts';

interface PairValuesProps {
  entry: LineageEntry;
  /** Levels of the evidence, where the caller may read them. */
  comparisons?: Explanation['comparisons'];
}

const levelTones: Readonly<Record<string, Tone>> = {
  equal: 'success',
  different: 'error',
  missing: 'neutral',
};

/** The masked values of both records side by side, and how each field compares. */
export function PairValues({ entry, comparisons = [] }: PairValuesProps) {
  const { t } = useTranslation('lineage');
  const one = useValues(entry.sourceCompanyId, entry.individualId);
  const other = useValues(entry.targetCompanyId, entry.relatedIndividualId);
  const levels = new Map(comparisons.map((comparison) => [comparison.field, comparison]));
  const agreeing = new Set(entry.matchingFields.fields);
  // A narrow screen has no room for a fourth column: the comparison stands below the name of its field.
  const isNarrow = useIsNarrow();
  const shown = fieldTypes.filter((type) => one.has(type) || other.has(type) || agreeing.has(type));
  const compared = (type: FieldType): ReactNode => {
    const found = levels.get(type);
    if (found !== undefined)
      return (
        <>
          <StatusBadge tone={levelTones[found.level] ?? 'warning'}>
            {t(`level.${found.level}`, { defaultValue: found.level })}
          </StatusBadge>{' '}
          <Muted textStyle="small">{signedBits(found.weight)}</Muted>
        </>
      );
    return agreeing.has(type) ? (
      <StatusBadge tone="success">{t('level.equal')}</StatusBadge>
    ) : (
      <Muted>–</Muted>
    );
  };
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('review.values')}>
      <Box as="table" width="full" css={{ borderCollapse: 'collapse' }}>
        <Box as="thead" textStyle="small" color="ink.2">
          <tr>
            {[
              t('review.field'),
              `${individualName(entry.individualId)} · ${entry.sourceCompanyName}`,
              `${otherName(entry)} · ${entry.targetCompanyName}`,
              ...(isNarrow ? [] : [t('review.comparison')]),
            ].map((text) => (
              <Cell key={text} as="th">
                {text}
              </Cell>
            ))}
          </tr>
        </Box>
        <tbody>
          {shown.map((type) => (
            <tr key={type}>
              <Cell as="th">
                {fieldName(type)}
                {isNarrow ? <Box mt="1">{compared(type)}</Box> : null}
              </Cell>
              <Cell>{one.show(type)}</Cell>
              <Cell>{other.show(type)}</Cell>
              {isNarrow ? null : <Cell>{compared(type)}</Cell>}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const Cell = ({ as = 'td', children }: { as?: 'td' | 'th'; children: ReactNode }) => (
  <Box
    as={as}
    textAlign="start"
    fontWeight="regular"
    verticalAlign="top"
    px={{ base: '1.5', md: '3' }}
    py="1.5"
    borderBottomWidth="1px"
    overflowWrap="anywhere"
  >
    {children}
  </Box>
);

/** The masked values of a person; nothing is asked of a side that the user may not read. */
function useValues(companyId: number, id: number | null) {
  const { t } = useTranslation('lineage');
  const can = useCan();
  const mayRead = id !== null && can('pii:read', companyId);
  const { data, error } = useQuery({ ...personQuery(companyId, id ?? 0), enabled: mayRead });
  const values = new Map<string, string[]>();
  for (const { fieldType, value } of data?.piiFields.filter((field) => field.companyId === companyId) ?? [])
    values.set(fieldType, [...(values.get(fieldType) ?? []), value]);
  return {
    has: (type: string) => values.has(type),
    show: (type: string): ReactNode => {
      if (!mayRead) return <Muted>{t('review.hidden')}</Muted>;
      if (error) return <Muted>{t('review.unread')}</Muted>;
      if (data === undefined) return <Skeleton width="24" height="4" />;
      const found = values.get(type);
      return found === undefined ? <Muted>–</Muted> : <Mono>{found.join(', ')}</Mono>;
    },
  };
}
