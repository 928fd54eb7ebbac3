import { Box, Flex } from '@chakra-ui/react';
import { CheckCheck, GitCompareArrows } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyName } from '../../../../company/use-companies.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { ExternalId, useExternalIds } from '../../../../pii/external-ids.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { Strong } from '../../../../ui/strong.tsx';
import { useDuplicates } from '../../queries.ts';
import { evidencePath, individualName, profilePath } from '../../rules/addresses.ts';
import { type Suspicion, suspicionsAbout } from '../../rules/suspicions.ts';

/** Probable duplicates of this person with their confidence, verified ones without, and a link to the evidence. */
export function PersonDuplicates({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const { data, error, refetch } = useDuplicates({ companyId, individualId: id });
  if (error && !data) return <MissingPart title={t('duplicates.title')} error={error} onRetry={refetch} />;
  const suspicions = data ? suspicionsAbout(id, companyId, data) : [];
  if (suspicions.length === 0) return null;
  return (
    <Box display="grid" gap="2">
      {suspicions.map((one) => (
        <SuspicionNote key={one.key} suspicion={one} companyId={companyId} />
      ))}
    </Box>
  );
}

function SuspicionNote({ suspicion, companyId }: { suspicion: Suspicion; companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const externalId = useExternalIds(suspicion.companyId, suspicion.others);
  const companyName = useCompanyName();
  const fields = suspicion.fields.map((field) => t(`field.${field}`, { defaultValue: field })).join(', ');
  const { isVerified } = suspicion;
  const isCross = suspicion.companyId !== companyId;
  const tone = isVerified ? 'info' : 'warning';
  return (
    <Box bg={`${tone}.soft`} borderRadius="control" p="3">
      <Flex align="center" gap="2" color={tone}>
        <Icon as={isVerified ? CheckCheck : GitCompareArrows} />
        <Box as="h3" textStyle="strong" color="ink" flex="1">
          {t(isVerified ? 'duplicate.verified' : isCross ? 'duplicate.cross' : 'duplicate.within')}
        </Box>
        {isVerified ? null : (
          <Strong>
            {suspicion.similarity === null
              ? t(`duplicates.grade.${suspicion.grade ?? 'possible'}`)
              : format.decimal(suspicion.similarity, 1)}
          </Strong>
        )}
      </Flex>
      <Box color="ink.2" my="1.5">
        {suspicion.others.map((other, index) => (
          <span key={other}>
            {index > 0 ? ', ' : ''}
            <Link to={profilePath(suspicion.companyId, other)}>
              <Box as="span" color="ink" textDecoration="underline">
                {individualName(other)}
              </Box>
            </Link>
            <ExternalId value={externalId(other)} />
          </span>
        ))}{' '}
        {isCross
          ? t('duplicate.in', { company: companyName(suspicion.companyId) })
          : suspicion.grade === null
            ? t('duplicate.agrees', { fields, count: suspicion.others.length })
            : t('duplicate.withheld')}
      </Box>
      {suspicion.entryId === undefined ? null : (
        <Button asChild size="sm">
          <Link to={evidencePath(companyId, suspicion.entryId)}>{t('duplicates.evidence')}</Link>
        </Button>
      )}
    </Box>
  );
}
