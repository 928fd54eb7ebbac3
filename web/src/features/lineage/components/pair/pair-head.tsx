import { Box, Flex } from '@chakra-ui/react';
import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCan } from '../../../../session/use-session.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';
import { ScoreBadge } from '../score-badge.tsx';

/** IND_a ↔ IND_b with the companies below; a side that may not be read is a pseudonym of this pair. */
export function PairHead({ entry, onClose }: { entry: LineageEntry; onClose: () => void }) {
  const { t } = useTranslation('lineage');
  const isNarrow = useIsNarrow();
  const { individualId, relatedIndividualId, sourceCompanyId, targetCompanyId } = entry;
  const isInside = sourceCompanyId === targetCompanyId;
  return (
    <Box>
      <Flex align="center" gap="2" wrap="wrap" pe={isNarrow ? '9' : '0'}>
        <Box as="h2" textStyle="card" display="flex" gap="2" flexWrap="wrap">
          <Person id={individualId} companyId={sourceCompanyId} text={individualName(individualId)} />
          <Box as="span" color="ink.2" aria-label={t('pair.and')} role="img">
            ↔
          </Box>
          <Person id={relatedIndividualId} companyId={targetCompanyId} text={otherName(entry)} />
        </Box>
        <Flex ms="auto" align="center" gap="1">
          <ScoreBadge entry={entry} />
          {isNarrow ? null : <IconButton size="sm" icon={X} label={t('pair.close')} onClick={onClose} />}
        </Flex>
      </Flex>
      <Box color="ink.2" mt="0.5">
        {isInside
          ? t('pair.inside', { company: entry.sourceCompanyName })
          : t('pair.across', { source: entry.sourceCompanyName, target: entry.targetCompanyName })}
      </Box>
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
    <Link to={`/individuals?company=${companyId}&selected=${id}`}>
      <Box as="span" _hover={{ color: 'accent.text', textDecoration: 'underline' }}>
        {text}
      </Box>
    </Link>
  );
}
