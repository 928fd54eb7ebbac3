import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import type { Found } from '../../queries.ts';
import { individualName } from '../../rules/individual-id.ts';
import { profilePath } from '../../rules/paths.ts';

/** People that a search by value found; each leads to its profile. */
export function FoundPeople({ found, onLeave }: { found: Found; onLeave: () => void }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  if (found.length === 0) return <Box color="ink.2">{t('find.nobody')}</Box>;
  return (
    <Box>
      <Box textStyle="strong" mb="1">
        {t('find.found', { count: found.length, n: format.number(found.length) })}
      </Box>
      <Box as="ul" listStyleType="none">
        {found.map(({ individualId, companyId }) => (
          <Box as="li" key={individualId} py="1">
            <Link to={profilePath(companyId, individualId)} onClick={onLeave}>
              {individualName(individualId)}
            </Link>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
