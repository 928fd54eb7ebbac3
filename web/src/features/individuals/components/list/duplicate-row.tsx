import { Box, Flex } from '@chakra-ui/react';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyName } from '../../../../company/use-companies.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { bandTone } from '../../../../ui/band.ts';
import { Button } from '../../../../ui/button.tsx';
import { gradeTone } from '../../../../ui/grade.ts';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import type { Duplicates } from '../../queries.ts';
import { individualName } from '../../rules/individual-id.ts';
import { evidencePath, profilePath } from '../../rules/paths.ts';

interface DuplicateRowProps {
  group: Duplicates['withinCompany'][number] | Duplicates['crossCompany'][number];
  companyId: number;
}

/** One suspicion: who, how sure, by which fields or between which companies, and the way to its evidence. */
export function DuplicateRow({ group, companyId }: DuplicateRowProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const companyName = useCompanyName();
  const companyOf = (index: number) =>
    'companyIds' in group ? (group.companyIds[index] ?? companyId) : companyId;
  const because =
    'duplicateFields' in group
      ? group.duplicateFields.map((field) => t(`field.${field}`, { defaultValue: field })).join(', ')
      : group.companyIds.map((id) => isolate(companyName(id))).join(' · ');
  const entry = group.entryIds[0];
  return (
    <Flex as="li" align="center" gap="2" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Box flex="1" minWidth="0">
        <Flex wrap="wrap" gap="1" align="center">
          {group.individualIds.map((id, index) => (
            <Fragment key={`${companyOf(index)}-${id}`}>
              {index > 0 ? (
                <Box as="span" color="ink.3" aria-hidden="true">
                  ↔
                </Box>
              ) : null}
              <Link to={profilePath(companyOf(index), id)}>
                <Mono color="accent.text">{individualName(id)}</Mono>
              </Link>
            </Fragment>
          ))}
        </Flex>
        <Box textStyle="small" color="ink.2">
          {because}
        </Box>
      </Box>
      {'grade' in group && group.grade !== null ? (
        <StatusBadge tone={gradeTone(group.grade)}>{t(`duplicates.grade.${group.grade}`)}</StatusBadge>
      ) : null}
      {group.similarity === null ? null : (
        <StatusBadge tone={bandTone(group.similarity)}>{format.decimal(group.similarity, 1)}%</StatusBadge>
      )}
      {entry === undefined ? null : (
        <Button asChild size="sm">
          <Link to={evidencePath(companyId, entry)}>{t('duplicates.evidence')}</Link>
        </Button>
      )}
    </Flex>
  );
}
