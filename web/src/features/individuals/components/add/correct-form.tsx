import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { useCallback, useMemo, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { emptyConsent } from '../../../../pii/consent-form.ts';
import { userSignal } from '../../../../session/session-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { correctPath, individualName, profilePath } from '../../rules/addresses.ts';
import { factsOf } from '../../rules/field-facts.ts';
import { emptyRecord, type RecordForm, recordFormSchema, toCorrection } from '../../rules/record-form.ts';
import { FieldFactsLine } from '../profile/field-facts.tsx';
import { ValueField } from './fields-step.tsx';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { useSubmitRecord } from './use-submit-record.ts';

interface CorrectFormProps {
  company: Company;
  id: number;
  /** The stored field, masked; its consent is live. */
  field: PiiField;
}

/** The stored, masked value of one field and its new value, which stays under the consent of the field. */
export function CorrectForm({ company, id, field }: CorrectFormProps) {
  const { t } = useTranslation('individuals');
  const navigate = useNavigate();
  const isSaved = useRef(false);
  const schema = useMemo(() => recordFormSchema(t), [t]);
  const form = useForm<RecordForm>({
    resolver: zodResolver(schema),
    // The stored consent is not in this form; its purpose may be any of former versions.
    defaultValues: { ...emptyRecord(individualName(id)), consent: { ...emptyConsent, purpose: 'kept' } },
    mode: 'onChange',
    delayError: 400,
  });
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(useCallback(() => isDirty && !isSaved.current, [isDirty]));
  const record = useSubmitRecord(form, () => undefined);
  const { fieldType: type, consentDetails: consent } = field;
  const name = t(`field.${type}`);

  const save = form.handleSubmit(async ({ fields }) => {
    const value = fields[type].trim();
    if (value === '') return form.setError(`fields.${type}`, { message: t('correct.required') });
    const user = userSignal();
    const corrected = await record.submit(toCorrection(company.id, id, { type, value, consent }));
    if (!corrected || user.aborted) return;
    isSaved.current = true;
    notify.success(t('correct.done'), t('correct.doneText', { id: individualName(id), what: name }));
    navigate(profilePath(company.id, id));
  });

  return (
    <FormProvider {...form}>
      <Card>
        <Form onSubmit={save}>
          <Box>
            <Box textStyle="strong">{t('correct.title', { what: name, id: individualName(id) })}</Box>
            <Flex gap="3" align="baseline" mt="2" wrap="wrap">
              <Box color="ink.2">{t('correct.now')}</Box>
              <Mono>{field.value}</Mono>
            </Flex>
          </Box>
          <ValueField type={type} label={t('correct.newValue', { what: name })} stored={undefined} isFirst />
          <Box bg="sunken" borderRadius="control" p="3" display="grid" gap="1">
            {t('correct.stays')}
            <FieldFactsLine facts={{ ...factsOf(field), updatedAt: undefined }} />
            <Box>
              <Button asChild variant="link">
                <Link to={correctPath(company.id, id)}>{t('correct.another')}</Link>
              </Button>
            </Box>
          </Box>
          <Flex gap="2" justify="space-between" borderTopWidth="1px" pt="4">
            <Button onClick={() => navigate(-1)}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" pending={record.isPending}>
              {t(record.isPending ? 'add.pending' : 'correct.submit')}
            </Button>
          </Flex>
        </Form>
      </Card>
      {guard}
    </FormProvider>
  );
}
