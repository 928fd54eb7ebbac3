import { tiers } from '@pii-vault/contract/companies/companies-schema';
import { useMemo } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { CompanyChange } from '../queries.ts';
import { timeZoneOptions } from '../time-zones.ts';

/** Characters of a company's code, at most. */
const CODE_MAX = 10;

interface CompanyFieldsProps {
  register: UseFormRegister<CompanyChange>;
  errors: FieldErrors<CompanyChange>;
  /** Zone at the opening of the form. */
  timeZone: string;
}

/** Name, code, tier and time zone, in the create and in the edit dialog. */
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
