import { Box } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConsentFields } from '../../../../pii/consent-fields.tsx';
import { filledTypes, type RecordForm } from '../../rules/record-form.ts';

/** What it may be used for, and what is about to be stored. */
export function ConsentStep({ companyId, companyName }: { companyId: number; companyName: string }) {
  const { t } = useTranslation('individuals');
  const { register, formState, control } = useFormContext<RecordForm>();
  const [fields, kind] = useWatch({ control, name: ['fields', 'kind'] });
  const types = filledTypes(fields);
  return (
    <Box display="grid" gap="4">
      <Box color="ink.2">{t('add.consentHint')}</Box>
      <ConsentFields
        companyId={companyId}
        register={register}
        path={(key) => `consent.${key}` as const}
        errors={formState.errors.consent}
      />
      <Box bg="sunken" borderRadius="control" p="3">
        {t(kind === 'new' ? 'add.summaryNew' : 'add.summaryExisting', {
          count: types.length,
          company: companyName,
          fields: types.map((type) => t(`field.${type}`)).join(', '),
        })}
      </Box>
    </Box>
  );
}
