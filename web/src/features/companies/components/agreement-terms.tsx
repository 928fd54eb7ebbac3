import type { createLinkAgreementSchema } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

type AgreementForm = UseFormReturn<
  z.input<typeof createLinkAgreementSchema>,
  unknown,
  z.output<typeof createLinkAgreementSchema>
>;

/** An empty box leaves the delay to the vault. */
const minutesOf = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));

/** Terms that both companies agree on, without the purpose. */
export function AgreementTerms({ form: { register, formState } }: { form: AgreementForm }) {
  const { t } = useTranslation('companies');
  return (
    <>
      <Field
        label={t('link.delay')}
        error={formState.errors.disclosureDelay?.message}
        help={t('link.delayHelp')}
      >
        {(control) => (
          <Input
            {...control}
            {...register('disclosureDelay', { setValueAs: minutesOf })}
            type="number"
            min={0}
            max={10_080}
            step={1}
            placeholder={t('link.delayDefault')}
          />
        )}
      </Field>
      <Checkbox {...register('includeAadhaar')}>{t('link.aadhaar')}</Checkbox>
      <Checkbox {...register('includesHealthData')}>{t('link.health')}</Checkbox>
    </>
  );
}
