import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { purposeName } from '../../../../i18n/field-name.ts';
import { Button } from '../../../../ui/button.tsx';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { useReveals } from '../../queries.ts';
import { auditPath } from '../../rules/paths.ts';
import { isAllowed, revealerOf } from '../../rules/reveals.ts';

/** Who saw a value of this person last, why, and the way to everybody before. */
export function LastReveal({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const { data: reveals, error, refetch } = useReveals(companyId, id);
  if (reveals === undefined)
    return error ? <MissingPart title={t('reveals.title')} error={error} onRetry={refetch} /> : null;
  const data = reveals.rows.find(isAllowed);
  return (
    <Flex align="center" gap="3" color="ink.2" borderTopWidth="1px" pt="3">
      <Box flex="1" minWidth="0" textStyle="small">
        {data === undefined ? (
          t('lastReveal.never')
        ) : (
          <>
            {t('lastReveal.label')} <RelativeTime at={data.timestamp} />{' '}
            {t('lastReveal.by', {
              name: revealerOf(data),
              purpose: data.details.purpose === undefined ? '–' : purposeName(data.details.purpose),
            })}
          </>
        )}
      </Box>
      <Button asChild size="sm" variant="ghost">
        <Link to={auditPath(companyId, id)}>{t('action.history')}</Link>
      </Button>
    </Flex>
  );
}
