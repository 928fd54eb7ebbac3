import { Box, Flex, Grid } from '@chakra-ui/react';
import { ArrowRight, Columns2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { DemoTable } from '../components/demo-table.tsx';
import { LiveRows } from '../components/live-rows.tsx';
import { type DemoRow, demoRole, demoRoles, seesRaw } from '../rules/demo-row.ts';
import { maskingRules, sampleRows } from '../rules/sample-rows.ts';

/** PII Masking Demo: the view of each role on generated samples or on live rows. */
export function PiiDemoPage() {
  const { t } = useTranslation('pii-demo');
  const { get } = useUrlState();
  const role = demoRole(get('role'), useUser().role);
  const isLive = get('live') === '1';
  const isComparing = get('compare') === '1';
  const [samples, setSamples] = useState(() => sampleRows(t('sampleCompany')));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={isLive ? <RefreshButton /> : undefined}
      />
      <DemoControls />
      {isLive ? (
        <WithCompany>
          {({ id }) => <LiveRows key={id} companyId={id} role={role} isComparing={isComparing} />}
        </WithCompany>
      ) : (
        <DemoTable
          rows={samples}
          role={role}
          isLive={false}
          isComparing={isComparing}
          onGenerate={() => setSamples(sampleRows(t('sampleCompany')))}
        />
      )}
      <RuleCards samples={samples} />
    </>
  );
}

/** Controls for role, live rows and comparison, all in the URL. */
function DemoControls() {
  const { t } = useTranslation('pii-demo');
  const { get, set } = useUrlState();
  const role = demoRole(get('role'), useUser().role);
  const isComparing = get('compare') === '1';
  return (
    <Flex gap="4" wrap="wrap" align="flex-end" mb="4">
      <Box width={{ base: 'full', md: 'search' }}>
        <Field label={t('role.label')} help={t(seesRaw(role) ? 'role.raw' : 'role.masked')}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) => set({ role: event.target.value })}
              options={demoRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
            />
          )}
        </Field>
      </Box>
      <Box pb="6">
        <Checkbox
          role="switch"
          checked={get('live') === '1'}
          onChange={(event) => set({ live: event.target.checked ? '1' : null })}
        >
          {t('enableLive')}
        </Checkbox>
      </Box>
      <Box pb="6" ms="auto">
        <Button
          icon={Columns2}
          aria-pressed={isComparing}
          onClick={() => set({ compare: isComparing ? null : '1' })}
        >
          {t(isComparing ? 'compare.hide' : 'compare.show')}
        </Button>
      </Box>
    </Flex>
  );
}

/** The masking rules, each with a generated value before and after. */
function RuleCards({ samples }: { samples: readonly DemoRow[] }) {
  const { t } = useTranslation('pii-demo');
  return (
    <Card title={t('rules.title')}>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="3"
      >
        {maskingRules.map((type) => {
          const sample = samples.find(({ fieldType }) => fieldType === type);
          return (
            <Box key={type} as="article" p="3" bg="sunken" borderRadius="control" minWidth="0">
              <Box as="h3" textStyle="strong">
                {t(type === 'name' ? 'rules.others' : `field.${type}`)}
              </Box>
              <Box color="ink.2" textStyle="small" mb="2">
                {t(`rules.${type}`)}
              </Box>
              <Flex align="center" gap="2" wrap="wrap">
                <Mono>{sample?.rawValue}</Mono>
                <Box color="ink.2">
                  <Icon as={ArrowRight} size={14} />
                </Box>
                <Mono>{sample?.maskedValue}</Mono>
              </Flex>
            </Box>
          );
        })}
      </Grid>
    </Card>
  );
}
