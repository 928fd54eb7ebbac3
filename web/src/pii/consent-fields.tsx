import { Grid } from '@chakra-ui/react';
import { canonicalPurpose } from '@pii-vault/contract/scalars';
import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useCompanyPurposes } from './company-purposes.ts';
import { type ConsentForm, consentChannels } from './consent-form.ts';
import { PurposePicker } from './purpose-picker.tsx';

/** Languages of notices that forms offer. */
export const consentLanguages = ['en', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'or', 'pa', 'ta', 'te', 'ur'];

interface ConsentFieldsProps<Form extends FieldValues> {
  /** The company whose purposes are offered. */
  companyId: number;
  register: UseFormRegister<Form>;
  /** Path of a consent field in the form. */
  path: (key: keyof ConsentForm) => Path<Form>;
  /** The current values: the notices of the purpose are offered. */
  values: Pick<ConsentForm, 'purpose' | 'noticeVersion'>;
  errors: Readonly<Partial<Record<keyof ConsentForm, { message?: string }>>> | undefined;
}

/** The person's consent: purpose, notice, language and channel. */
export function ConsentFields<Form extends FieldValues>({
  companyId,
  register,
  path,
  values,
  errors,
}: ConsentFieldsProps<Form>) {
  const { t, i18n } = useTranslation('pii');
  const notices = useNoticeOptions(companyId, values.purpose);
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
      <Field
        label={t('consent.purpose')}
        error={errors?.purpose?.message}
        help={errors?.purpose ? undefined : t('consent.purposeHelp')}
        required
      >
        {(control) => <PurposePicker {...control} {...register(path('purpose'))} companyId={companyId} />}
      </Field>
      <Field label={t('consent.alsoFor')} error={errors?.alsoFor?.message} help={t('consent.alsoForHelp')}>
        {(control) => <Input {...control} {...register(path('alsoFor'))} autoComplete="off" />}
      </Field>
      <Field
        label={t('consent.noticeVersion')}
        error={errors?.noticeVersion?.message}
        help={values.noticeVersion === '' ? t('consent.noticeVersionHelp') : undefined}
      >
        {(control) => (
          <Combobox {...control} {...register(path('noticeVersion'))} options={notices} autoComplete="off" />
        )}
      </Field>
      <Field label={t('consent.language')} error={errors?.language?.message}>
        {(control) => (
          <Select
            {...control}
            {...register(path('language'))}
            placeholder={t('consent.unknown')}
            options={consentLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
          />
        )}
      </Field>
      <Field label={t('consent.channel')} error={errors?.channel?.message}>
        {(control) => (
          <Select
            {...control}
            {...register(path('channel'))}
            placeholder={t('consent.unknown')}
            options={consentChannels.map((value) => ({ value, label: t(`channel.${value}`) }))}
          />
        )}
      </Field>
    </Grid>
  );
}

/** The notices of a purpose of the register, newest first. None is chosen: only the user knows which one was shown. */
function useNoticeOptions(companyId: number, purpose: string) {
  const { t } = useTranslation('pii');
  const format = useFormat();
  const { data = [] } = useCompanyPurposes(companyId);
  const entry = data.find((one) => one.purpose === canonicalPurpose(purpose));
  return (entry?.notices ?? []).toReversed().map(({ version, publishedAt }) => ({
    value: version,
    label: t('consent.notice', { version, at: format.date(publishedAt) }),
  }));
}
