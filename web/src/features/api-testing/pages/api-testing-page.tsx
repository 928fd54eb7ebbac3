import { Box, Grid } from '@chakra-ui/react';
import { Terminal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { useCompanies } from '../../../company/use-companies.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { AuthGuide } from '../components/auth-guide.tsx';
import { EndpointList } from '../components/endpoint-list.tsx';
import { TestPanel } from '../components/test-panel.tsx';
import { TokenPanel } from '../components/token-panel.tsx';
import { useOpenApi } from '../queries.ts';
import { endpointsOf, type OpenApi } from '../rules/endpoint.ts';

/** API Testing: sends any call of the OpenAPI document with a separate token instead of the session. */
export function ApiTestingPage() {
  const { t } = useTranslation('api-testing');
  const { data, error, refetch } = useOpenApi();
  const [token, setToken] = useState('');
  const { company } = useSelectedCompany();
  const companies = useCompanies();
  // The examples contain the selected company, so they wait until it is known or has failed to load.
  const isCompanyKnown = company !== undefined || companies.isError;
  const isReady = data !== undefined && isCompanyKnown;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button asChild>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('guide.reference')}
            </a>
          </Button>
        }
      />
      <TokenPanel token={token} onChange={setToken} />
      {isReady ? (
        <Tester document={data} token={token} />
      ) : (
        <Card>
          {error ? (
            <ErrorState error={error} title={t('list.failed')} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines count={12} />
          )}
        </Card>
      )}
      <Below isReady={isReady || Boolean(error)}>
        <AuthGuide />
      </Below>
    </>
  );
}

function Tester({ document, token }: { document: OpenApi; token: string }) {
  const { t } = useTranslation('api-testing');
  const { get } = useUrlState();
  const { company } = useSelectedCompany();
  const endpoints = useMemo(() => endpointsOf(document), [document]);
  const selected = endpoints.find(({ id }) => id === get('call'));
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      gap="4"
      alignItems="start"
    >
      <EndpointList endpoints={endpoints} selected={selected?.id} />
      <Box minWidth="0">
        {selected ? (
          <TestPanel
            key={`${selected.id} ${company?.id}`}
            endpoint={selected}
            schemas={document.components.schemas}
            token={token}
            companyId={company?.id}
          />
        ) : (
          <Card>
            <EmptyState icon={Terminal} title={t('test.choose')} hint={t('test.chooseHint')} />
          </Card>
        )}
      </Box>
    </Grid>
  );
}
