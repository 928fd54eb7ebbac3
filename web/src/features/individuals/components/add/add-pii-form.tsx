import { Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toConsent } from '../../../../pii/consent-form.ts';
import { useKeepWarnings } from '../../../../pii/consent-warnings.tsx';
import { userSignal } from '../../../../session/session-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Form } from '../../../../ui/form.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { individualName } from '../../rules/individual-id.ts';
import { profilePath } from '../../rules/paths.ts';
import { emptyRecord, filledTypes, type RecordForm, recordFormSchema } from '../../rules/record-form.ts';
import { ConsentStep } from './consent-step.tsx';
import { FieldsStep } from './fields-step.tsx';
import { PersonStep } from './person-step.tsx';
import { Stepper } from './stepper.tsx';
import { useSubmitRecord } from './use-submit-record.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

const parts = [['kind', 'person', 'externalId'], ['fields'], ['consent']] as const;
const LAST = parts.length - 1;

/** The stepper's form. What is typed is kept in memory only. */
export function AddPiiForm({ company, person }: { company: Company; person: string }) {
  const { t } = useTranslation('individuals');
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [noFields, setNoFields] = useState(false);
  const isSaved = useRef(false);
  const schema = useMemo(() => recordFormSchema(t), [t]);
  const form = useForm<RecordForm>({
    resolver: zodResolver(schema),
    defaultValues: emptyRecord(person),
    mode: 'onChange',
    delayError: 400,
    shouldFocusError: true,
  });
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(useCallback(() => isDirty && !isSaved.current, [isDirty]));
  const keepWarnings = useKeepWarnings();
  const record = useSubmitRecord(form, company.id, setStep);

  async function next(): Promise<void> {
    const isGood = await form.trigger([...(parts[step] ?? [])], { shouldFocus: true });
    const isEmpty = step === 1 && filledTypes(form.getValues('fields')).length === 0;
    setNoFields(isEmpty);
    if (isGood && !isEmpty) setStep(step + 1);
  }

  const save = form.handleSubmit(async (values) => {
    const user = userSignal();
    const created = await record.submit(values);
    if (!created || user.aborted) return;
    isSaved.current = true;
    keepWarnings('person', created.individualId, created.warnings, toConsent(values.consent));
    notify.success(
      t('add.done'),
      t('add.doneText', { id: individualName(created.individualId), company: company.name }),
    );
    navigate(profilePath(company.id, created.individualId));
  });

  return (
    <FormProvider {...form}>
      <Stepper
        label={t('add.title')}
        steps={[t('add.person'), t('add.fields'), t('add.consent')]}
        current={step}
        onStep={setStep}
      />
      <Card>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            void (step === LAST ? save() : next());
          }}
        >
          {step === 0 ? <PersonStep /> : null}
          {step === 1 ? <FieldsStep problem={noFields ? t('check.noFields') : ''} /> : null}
          {step === LAST ? <ConsentStep companyId={company.id} companyName={company.name} /> : null}
          <Flex gap="2" justify="space-between" borderTopWidth="1px" pt="4">
            <Button onClick={() => (step === 0 ? navigate(-1) : setStep(step - 1))}>
              {t(step === 0 ? 'cancel' : 'add.back')}
            </Button>
            <Button type="submit" variant="primary" pending={record.isPending}>
              {t(step < LAST ? 'add.next' : record.isPending ? 'add.pending' : 'add.submit')}
            </Button>
          </Flex>
        </Form>
      </Card>
      {guard}
    </FormProvider>
  );
}
