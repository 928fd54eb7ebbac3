import { Box, Grid } from '@chakra-ui/react';
import { canonicalPurpose } from '@pii-vault/contract/scalars';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCompanyPurposes } from '../../../../pii/company-purposes.ts';
import { consentLanguages } from '../../../../pii/consent-fields.tsx';
import { consentChannels } from '../../../../pii/consent-form.ts';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { type GivenConsentForm, MAX_PROOF_BYTES, sha256Of } from '../../rules/given-consent.ts';

interface GivenConsentFieldsProps {
  companyId: number;
  form: UseFormReturn<GivenConsentForm>;
}

/** Purpose and notice of the register, language, channel, date and proof of a consent. */
export function GivenConsentFields({ companyId, form }: GivenConsentFieldsProps) {
  const { t, i18n } = useTranslation(['individuals', 'pii']);
  const { register, formState } = form;
  const { errors } = formState;
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
      <PurposeAndNotice companyId={companyId} form={form} />
      <Field label={t('pii:consent.language')} error={errors.language?.message} required>
        {(control) => (
          <Select
            {...control}
            {...register('language')}
            placeholder={t('give.choose')}
            options={consentLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
          />
        )}
      </Field>
      <Field label={t('pii:consent.channel')} error={errors.channel?.message} required>
        {(control) => (
          <Select
            {...control}
            {...register('channel')}
            placeholder={t('give.choose')}
            options={consentChannels.map((value) => ({ value, label: t(`pii:channel.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('give.date')} error={errors.date?.message} help={t('give.dateHelp')}>
        {(control) => <Input {...control} {...register('date')} type="datetime-local" dir="ltr" />}
      </Field>
      <Box minWidth="0">
        <ProofField form={form} />
      </Box>
    </Grid>
  );
}

/** The notices of the chosen purpose are offered; without any the register has to be completed first. */
function PurposeAndNotice({ companyId, form }: GivenConsentFieldsProps) {
  const { t } = useTranslation(['individuals', 'pii']);
  const format = useFormat();
  const { register, formState, control: source, setValue } = form;
  const purpose = canonicalPurpose(useWatch({ control: source, name: 'purpose' }));
  const { data } = useCompanyPurposes(companyId);
  const entry = data?.find((one) => one.purpose === purpose);
  const notices = (entry?.notices ?? []).toReversed();
  const hasNone = data !== undefined && purpose !== '' && notices.length === 0;
  const { errors } = formState;
  return (
    <>
      <Field label={t('pii:consent.purpose')} error={errors.purpose?.message} required>
        {(control) => (
          <PurposePicker
            {...control}
            {...register('purpose', { onChange: () => setValue('noticeVersion', '') })}
            companyId={companyId}
          />
        )}
      </Field>
      <Field
        label={t('pii:consent.noticeVersion')}
        error={errors.noticeVersion?.message}
        help={
          hasNone ? (
            <>
              {t('give.noNotice')}{' '}
              <Button asChild variant="link" textStyle="small">
                <Link to={`/purposes?company=${companyId}`}>{t('give.openRegister')}</Link>
              </Button>
            </>
          ) : undefined
        }
        required
      >
        {(control) => (
          <Select
            {...control}
            {...register('noticeVersion')}
            placeholder={t('give.choose')}
            options={notices.map(({ version, publishedAt }) => ({
              value: version,
              label: t('give.notice', { version, at: format.date(publishedAt) }),
            }))}
          />
        )}
      </Field>
    </>
  );
}

/** Hashes a file of the user; only the hash is sent. */
function ProofField({ form }: Pick<GivenConsentFieldsProps, 'form'>) {
  const { t } = useTranslation('individuals');
  const [problem, setProblem] = useState('');
  const [isHashing, setHashing] = useState(false);
  const proof = useWatch({ control: form.control, name: 'proofSha256' });

  async function hash(file: File | undefined): Promise<void> {
    setProblem('');
    form.setValue('proofSha256', '', { shouldDirty: true });
    if (file === undefined) return;
    if (file.size > MAX_PROOF_BYTES) return setProblem(t('give.check.proofSize'));
    setHashing(true);
    try {
      form.setValue('proofSha256', await sha256Of(file), { shouldDirty: true });
    } catch {
      setProblem(t('give.check.proof'));
    }
    setHashing(false);
  }

  return (
    <Field
      label={t('give.proof')}
      error={problem || undefined}
      help={
        <Box as="span" display="grid" gap="0.5">
          <span>{t('give.proofHelp')}</span>
          {isHashing ? <span>{t('give.hashing')}</span> : null}
          {proof === '' ? null : (
            <Box as="span" textStyle="mono" wordBreak="break-all">
              SHA-256 {proof}
            </Box>
          )}
        </Box>
      }
    >
      {(control) => (
        <Input
          {...control}
          type="file"
          height="auto"
          width="full"
          py="1.5"
          onChange={(event) => void hash(event.target.files?.[0])}
        />
      )}
    </Field>
  );
}
