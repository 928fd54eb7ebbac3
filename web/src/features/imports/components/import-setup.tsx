import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import { readColumn, suggestTargets } from '@pii-vault/platform/values/import-columns/column-hints';
import { type ColumnMapping, planColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import { answersIn, mayStateRefusal } from '@pii-vault/platform/values/import-columns/consent-cells';
import { FileText, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ConsentFields } from '../../../pii/consent-fields.tsx';
import {
  type ConsentForm,
  consentFormSchema,
  emptyConsent,
  purposesIn,
  toConsent,
} from '../../../pii/consent-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { byteText } from '../rules/byte-text.ts';
import { mappingProblem } from '../rules/column-mapping.ts';
import type { FileFormat, FileHead } from '../rules/file-head.ts';
import { MappingNotice, MappingSummary, TitleLines } from './mapping-notice.tsx';
import { PreviewTable } from './preview-table.tsx';
import { useColumnMapping } from './use-column-mapping.ts';
import { useUpload } from './use-upload.ts';

const choices = ['link', 'update', 'create'] as const;
type OnKnown = (typeof choices)[number];

/** With an id per row, the import does not have to match people by their values. */
const hasIds = (mapping: ColumnMapping): boolean =>
  Object.values(mapping).some((target) => target === 'externalId' || target === 'individualId');

/** What the values of a file say about its columns: read once, because it is much work for each keystroke. */
function readColumns({ columns, samples }: FileHead) {
  const year = new Date().getFullYear();
  const valuesOf = (column: string) => samples.get(column) ?? [];
  return {
    read: columns.map((column) => readColumn(column, valuesOf(column), year)),
    refusals: columns.filter((column) => mayStateRefusal(column, answersIn(valuesOf(column)))),
  };
}

interface ImportSetupProps {
  file: File;
  format: FileFormat;
  head: FileHead;
  company: Company;
  onOtherFile: () => void;
}

/** Column mapping with a preview, consent, handling of invalid values and of known people, and the upload. */
export function ImportSetup({ file, format, head, company, onOtherFile }: ImportSetupProps) {
  const { t } = useTranslation('imports');
  const formats = useFormat();
  const formId = useId();
  const { mapping, ...columns } = useColumnMapping(head.columns, () => planColumns(head.columns).targets);
  const [onInvalid, setOnInvalid] = useState<'reject' | 'skip-field'>('reject');
  const [onKnown, setOnKnown] = useState<OnKnown>('link');
  const upload = useUpload(company.id);
  const form = useForm<ConsentForm>({
    resolver: zodResolver(consentFormSchema),
    defaultValues: { ...emptyConsent, channel: 'import' },
    mode: 'onTouched',
  });
  const purposes = purposesIn(form.watch('purpose'), form.watch('alsoFor'));
  const plan = { columns: head.columns, targets: mapping };
  const [{ read, refusals }] = useState(() => readColumns(head));
  const suggestions = Object.fromEntries(suggestTargets(plan, read));
  const problem = mappingProblem(head.columns, mapping);
  const submitText = t(head.isEstimate ? 'import.submitAbout' : 'import.submit', {
    count: head.rowCount,
    n: formats.number(head.rowCount),
    company: company.name,
  });

  const submit = form.handleSubmit((consent) => {
    if (problem) return;
    const known = hasIds(mapping) ? {} : { onKnown };
    void upload.start({ file, format, ...columns.answer, onInvalid, ...known, ...toConsent(consent) });
  });

  return (
    <>
      <Card flush>
        <FileBar file={file} format={format} head={head} onOtherFile={onOtherFile} />
        <TitleLines count={head.titleLines} />
        <PreviewTable
          head={head}
          mapping={mapping}
          suggestions={suggestions}
          purposes={purposes}
          onMap={columns.choose}
        />
        <MappingSummary mapping={mapping} columns={head.columns} />
        <MappingNotice
          problem={problem}
          columns={head.columns}
          mapping={mapping}
          suggestions={suggestions}
          refusals={refusals}
          onMapping={columns.setMapping}
        />
      </Card>
      <Card title={t('import.consentTitle')}>
        <Box color="ink.2" mb="4" mt="-3">
          {t('import.consentHint')}
        </Box>
        <Form id={formId} onSubmit={submit}>
          <ConsentFields
            companyId={company.id}
            register={form.register}
            path={(key) => key}
            values={{ purpose: form.watch('purpose'), noticeVersion: form.watch('noticeVersion') }}
            errors={form.formState.errors}
          />
          <RadioCards
            label={t('import.onInvalid')}
            isLabelShown
            value={onInvalid}
            onChange={(value) => setOnInvalid(value === 'skip-field' ? 'skip-field' : 'reject')}
            options={[
              { value: 'reject', label: t('import.reject'), hint: t('import.rejectHint') },
              { value: 'skip-field', label: t('import.skip'), hint: t('import.skipHint') },
            ]}
          />
          {hasIds(mapping) ? null : (
            <RadioCards
              label={t('import.onKnown')}
              isLabelShown
              value={onKnown}
              onChange={(value) => setOnKnown(choices.find((one) => one === value) ?? 'link')}
              options={choices.map((value) => ({
                value,
                label: t(`import.known.${value}`),
                hint: t(`import.known.${value}Hint`),
              }))}
            />
          )}
        </Form>
        {upload.problem ? (
          <Box role="alert" color="error" mt="4">
            {upload.problem}
          </Box>
        ) : null}
        {upload.sent === null ? null : (
          <Box mt="4">
            <ProgressBar label={t('import.uploading')} done={upload.sent} total={file.size} />
          </Box>
        )}
        <Flex justify="flex-end" gap="2" mt="4" pt="4" borderTopWidth="1px">
          {upload.sent === null ? null : <Button onClick={upload.stop}>{t('import.stopUpload')}</Button>}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            icon={Upload}
            pending={upload.sent !== null}
            disabled={problem !== undefined}
          >
            {upload.sent === null ? submitText : t('import.uploading')}
          </Button>
        </Flex>
      </Card>
    </>
  );
}

interface FileBarProps {
  file: File;
  format: FileFormat;
  head: FileHead;
  onOtherFile: () => void;
}

/** The selected file, and a button to choose another one. */
function FileBar({ file, format, head, onOtherFile }: FileBarProps) {
  const { t } = useTranslation('imports');
  const formats = useFormat();
  return (
    <Flex align="center" gap="2.5" px="4" py="3" borderBottomWidth="1px" wrap="wrap">
      <Box color="accent.text" display="inline-flex">
        <Icon as={FileText} size={20} />
      </Box>
      <Box minWidth="0" flex="1">
        <Box as="h2" textStyle="strong" overflow="hidden" textOverflow="ellipsis">
          {withoutDirectionMarks(file.name)}
        </Box>
        <Box textStyle="small" color="ink.2">
          {t(head.isEstimate ? 'file.sizeAbout' : 'file.size', {
            size: byteText(file.size, formats.decimal),
            count: head.rowCount,
            n: formats.number(head.rowCount),
          })}
        </Box>
      </Box>
      <StatusBadge tone="neutral">{format === 'text/csv' ? 'CSV' : 'NDJSON'}</StatusBadge>
      <Button size="sm" onClick={onOtherFile}>
        {t('file.other')}
      </Button>
    </Flex>
  );
}
