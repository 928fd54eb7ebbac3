import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { searchableTypes, searchSchema } from '@pii-vault/contract/pii-search/pii-search-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { usePurposeOptions } from '../../../../pii/company-purposes.ts';
import { Button } from '../../../../ui/button.tsx';
import { Combobox } from '../../../../ui/combobox.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { type Found, searchValue } from '../../queries.ts';
import { FoundPeople } from './found-people.tsx';
import { SearchRefusal } from './search-refusal.tsx';
import { SearchesLeft } from './searches-left.tsx';

interface FindDialogProps {
  companyId: number;
  companyName: string;
  onClose: () => void;
}

/** Finds people by an exact value, for a purpose. The value stays in this form. */
export function FindDialog({ companyId, companyName, onClose }: FindDialogProps) {
  const { t } = useTranslation('individuals');
  const formId = useId();
  const queryClient = useQueryClient();
  const purposes = usePurposeOptions(companyId);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    resolver: zodResolver(searchSchema),
    // The purpose is the user's statement, so nothing is preselected.
    defaultValues: { companyId, fieldType: 'phone' as const, value: '', purpose: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFound(null);
    setProblem(null);
    try {
      setFound(await searchValue(body));
    } catch (error) {
      setProblem(error);
    }
    // A refused search is counted too.
    await queryClient.invalidateQueries({ queryKey: ['/reveal-budget'] });
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('find.title')}
      description={t('find.text', { company: companyName })}
      footer={
        <>
          <Button onClick={onClose}>{t('find.close')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={isSubmitting}>
            {t(isSubmitting ? 'find.pending' : 'find.submit')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <Field label={t('find.type')} help={t('find.typeHelp')}>
          {(control) => (
            <Select
              {...control}
              {...form.register('fieldType')}
              options={searchableTypes.map((value) => ({
                value,
                label: value === 'externalId' ? t('find.externalId') : t(`field.${value}`),
              }))}
            />
          )}
        </Field>
        <Field label={t('find.value')} error={errors.value?.message} help={t('find.valueHelp')} required>
          {(control) => (
            <Input {...control} {...form.register('value')} autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <Field
          label={t('reveal.purpose')}
          error={errors.purpose ? t('reveal.purposeForm') : undefined}
          help={t('find.purposeHelp')}
          required
        >
          {(control) => (
            <Combobox {...control} {...form.register('purpose')} options={purposes} placeholder="kyc" />
          )}
        </Field>
        <SearchesLeft companyId={companyId} />
        <Box aria-live="polite">
          {problem === null ? null : <SearchRefusal problem={problem} />}
          {found === null ? null : <FoundPeople found={found} onLeave={onClose} />}
        </Box>
      </Form>
    </Dialog>
  );
}
