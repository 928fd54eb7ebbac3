import { tiers } from '@pii-vault/contract/companies/companies-schema';
import { DEFAULT_TIME_ZONE } from '@pii-vault/platform/values/zoned-day';
import { useMemo } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import type { CompanyChange } from '../queries.ts';

/** Maximum length of a company's code. */
const CODE_MAX = 10;

interface CompanyFieldsProps {
  register: UseFormRegister<CompanyChange>;
  errors: FieldErrors<CompanyChange>;
  /** Time zone when the form was opened. */
  timeZone: string;
}

/** Fields of the create and edit dialogs. */
export function CompanyFields({ register, errors, timeZone }: CompanyFieldsProps) {
  const { t } = useTranslation('companies');
  const zones = useMemo(() => timeZoneOptions(timeZone), [timeZone]);
  return (
    <>
      <Field label={t('form.name')} error={errors.name?.message} required>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" autoFocus />}
      </Field>
      <Field label={t('form.code')} error={errors.code?.message} help={t('form.codeHelp')} required>
        {(control) => <Input {...control} {...register('code')} maxLength={CODE_MAX} autoComplete="off" />}
      </Field>
      <Field label={t('form.tier')} error={errors.tier?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('tier')}
            options={tiers.map((value) => ({ value, label: t(`tier.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('form.timeZone')} error={errors.timeZone?.message} help={t('form.timeZoneHelp')}>
        {(control) => <Select {...control} {...register('timeZone')} options={zones} />}
      </Field>
    </>
  );
}

/** Outdated zone names that some browsers list. The service may not know them. */
const RENAMED: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Coral_Harbour': 'America/Atikokan',
  'Africa/Asmera': 'Africa/Asmara',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Options with IANA names; always contains `current`. */
function timeZoneOptions(current: string): Option[] {
  const listed = Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name);
  return [...new Set([current, DEFAULT_TIME_ZONE, 'UTC', ...listed])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
