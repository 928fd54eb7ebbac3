import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { useUser } from '../../../session/use-session.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { DemoControls } from '../components/demo-controls.tsx';
import { DemoTable } from '../components/demo-table.tsx';
import { LiveRows } from '../components/live-rows.tsx';
import { RuleCards } from '../components/rule-cards.tsx';
import { demoRole } from '../rules/demo-row.ts';
import { sampleRows } from '../rules/sample-rows.ts';

/** PII Masking Demo: what each role sees of a value, on generated samples or on live rows. */
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
