import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { FileText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { useCreateReport } from '../queries.ts';
import { ReportList } from './report-list.tsx';
import { useComplianceWords } from './use-compliance-words.ts';

export function ReportsTab({ company }: { company: Company }) {
  const { t } = useTranslation('compliance');
  const mayManage = useCan()('compliance:manage');
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)">
      {mayManage ? <GenerateCard companyId={company.id} /> : <Box color="ink.2">{t('reports.readOnly')}</Box>}
      <ReportList companyId={company.id} />
    </Grid>
  );
}

const regulations = ['all', 'dpdp', 'gdpr', 'hipaa', 'pci_dss'] as const;
const formats = ['pdf', 'csv', 'json'] as const;

/** Requests a report. A job creates it in the background. */
function GenerateCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const words = useComplianceWords();
  const create = useCreateReport(companyId);
  const [regulation, setRegulation] = useState<(typeof regulations)[number]>('all');
  const [format, setFormat] = useState<(typeof formats)[number]>('pdf');

  function submit(event: FormEvent): void {
    event.preventDefault();
    create.mutate(
      { regulationType: regulation, format },
      {
        onSuccess: () => notify.success(t('reports.started'), t('reports.startedText')),
        onError: (error) => notify.error(t('error'), messageOf(error, t('reports.failedToStart')), { error }),
      },
    );
  }

  return (
    <Card title={t('reports.generate')}>
      <form onSubmit={submit}>
        <Flex gap="3" wrap="wrap" align="flex-end">
          <Field label={t('column.regulation')}>
            {(control) => (
              <Select
                {...control}
                value={regulation}
                onChange={({ target }) =>
                  setRegulation(regulations.find((one) => one === target.value) ?? 'all')
                }
                options={regulations.map((value) => ({
                  value,
                  label: value === 'all' ? t('reports.all') : words.regulation(value),
                }))}
              />
            )}
          </Field>
          <Field label={t('column.format')}>
            {(control) => (
              <Select
                {...control}
                value={format}
                onChange={({ target }) => setFormat(formats.find((one) => one === target.value) ?? 'pdf')}
                options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
              />
            )}
          </Field>
          <Button type="submit" icon={FileText} pending={create.isPending}>
            {t(create.isPending ? 'reports.starting' : 'reports.submit')}
          </Button>
        </Flex>
      </form>
    </Card>
  );
}
