import { Box } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../../ui/field.tsx';
import { Input } from '../../../../ui/input.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import type { RecordForm } from '../../rules/record-form.ts';

/** Whose data it is: somebody new, or somebody the company has already. */
export function PersonStep() {
  const { t } = useTranslation('individuals');
  const { register, formState, setValue, control } = useFormContext<RecordForm>();
  const kind = useWatch({ control, name: 'kind' });
  const { errors } = formState;
  return (
    <Box display="grid" gap="4">
      <RadioCards
        label={t('add.person')}
        value={kind}
        onChange={(value) =>
          setValue('kind', value === 'existing' ? 'existing' : 'new', { shouldDirty: true })
        }
        options={[
          { value: 'new', label: t('add.new'), hint: t('add.newHint') },
          { value: 'existing', label: t('add.existing'), hint: t('add.existingHint') },
        ]}
      />
      {kind === 'existing' ? (
        <Field label={t('column.id')} error={errors.person?.message} required>
          {(input) => <Input {...input} {...register('person')} placeholder="IND_48213" autoComplete="off" />}
        </Field>
      ) : null}
      <Field label={t('add.externalId')} error={errors.externalId?.message} help={t('add.externalIdHelp')}>
        {(input) => <Input {...input} {...register('externalId')} autoComplete="off" spellCheck={false} />}
      </Field>
    </Box>
  );
}
