import { Box, Grid } from '@chakra-ui/react';
import { permissionMeanings } from '@pii-vault/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';

/** Explains the kinds of token, the permissions, and the usual status codes. */
export function AuthGuide() {
  const { t } = useTranslation('api-testing');
  return (
    <Card title={t('guide.title')} mt="4">
      <Box color="ink.2" mb="4" maxWidth="prose">
        {t('guide.text')}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('guide.reference')}
        </a>
      </Box>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="6"
        alignItems="start"
      >
        <Box as="table" width="full">
          <tbody>
            {Object.keys(permissionMeanings).map((name) => (
              <Box as="tr" key={name} borderTopWidth="1px">
                <th scope="row">
                  <Box textAlign="start" fontWeight="regular" py="1.5" pe="4">
                    <Mono>{name}</Mono>
                  </Box>
                </th>
                <Box as="td" color="ink.2" py="1.5">
                  {t(`permission.${name.replace(':', '_')}`)}
                </Box>
              </Box>
            ))}
          </tbody>
        </Box>
        <KeyValue
          items={[
            { label: '200 OK', value: t('guide.ok') },
            { label: '401 Unauthorized', value: t('guide.unauthorized') },
            { label: '403 Forbidden', value: t('guide.forbidden') },
          ]}
        />
      </Grid>
    </Card>
  );
}
