import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { WithCompany } from '../../../company/with-company.tsx';
import { ConsentFields } from '../../../pii/consent-fields.tsx';
import { toConsent } from '../../../pii/consent-form.ts';
import { useKeepWarnings } from '../../../pii/consent-warnings.tsx';
import { userSignal } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { CorrectForm } from '../components/add/correct-form.tsx';
import { FieldsStep } from '../components/add/fields-step.tsx';
import { Stepper } from '../components/add/stepper.tsx';
import { useUnsavedGuard } from '../components/add/unsaved-guard.tsx';
import { useSubmitRecord } from '../components/add/use-submit-record.ts';
import { ProfileError } from '../components/profile/profile-states.tsx';
import { useIndividual } from '../queries.ts';
import { individualIdOf, individualName, profilePath } from '../rules/addresses.ts';
import { fieldOrder } from '../rules/field-order.ts';
import {
  emptyRecord,
  filledTypes,
  isConsentKept,
  type RecordForm,
  recordFormSchema,
  toRecord,
} from '../rules/record-form.ts';

/** Add PII: person, fields, consent. One call stores all or nothing. */
export function AddPiiPage() {
  const { t } = useTranslation('individuals');
  const { get } = useUrlState();
  const { company: selected } = useSelectedCompany();
  return (
    <Box maxWidth="dialogWide">
      <PageHeader
        title={t(individualIdOf(get('person')) === undefined ? 'add.title' : 'correct.page')}
        {...(selected ? { subtitle: t('add.subtitle', { company: selected.name }) } : {})}
        breadcrumb={[
          { label: t('title'), to: selected ? `/individuals?company=${selected.id}` : '/individuals' },
        ]}
      />
      <WithCompany>
        {(company) => (
          <PersonForm
            key={`${company.id} ${get('person')} ${get('field')}`}
            company={company}
            person={get('person')}
            field={get('field')}
          />
        )}
      </WithCompany>
    </Box>
  );
}

/** Corrects the named field of a person, or asks for a person, fields and consent. */
function PersonForm({ company, person, field }: Required<AddPiiFormProps>) {
  const id = individualIdOf(person);
  const type = fieldOrder.find((one) => one === field);
  if (id === undefined) return <AddPiiForm company={company} person="" />;
  if (type === undefined) return <AddPiiForm company={company} person={person} />;
  return <StoredFieldForm company={company} id={id} type={type} />;
}

/** A field that is not stored, or whose consent has ended, is asked for with a consent. */
function StoredFieldForm({ company, id, type }: { company: Company; id: number; type: FieldType }) {
  const { data, error, refetch } = useIndividual(id);
  if (data === undefined)
    return (
      <Card>
        {error ? (
          <ProfileError id={id} companyId={company.id} error={error} onRetry={refetch} />
        ) : (
          <SkeletonLines count={4} />
        )}
      </Card>
    );
  const field = data.piiFields.find((one) => one.companyId === company.id && one.fieldType === type);
  return field && isConsentKept(field.consentDetails) ? (
    <CorrectForm company={company} id={id} field={field} />
  ) : (
    <AddPiiForm company={company} person={individualName(id)} field={type} />
  );
}

const parts = [['kind', 'person', 'externalId'], ['fields'], ['consent']] as const;
const LAST = parts.length - 1;

interface AddPiiFormProps {
  company: Company;
  /** Who is corrected: the form begins with the stored fields. '' for a new person. */
  person: string;
  /** The field to begin with. */
  field?: string;
}

/** The form of the steps. Its values are kept in memory only. */
export function AddPiiForm({ company, person, field = '' }: AddPiiFormProps) {
  const { t } = useTranslation('individuals');
  const navigate = useNavigate();
  const known = individualIdOf(person);
  // Who it is about is known, so it is not asked.
  const first = known === undefined ? 0 : 1;
  const [step, setStep] = useState(first);
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
  const record = useSubmitRecord(form, (to) => setStep(Math.max(first, to)), first === 0);

  async function next(): Promise<void> {
    const isGood = await form.trigger([...(parts[step] ?? [])], { shouldFocus: true });
    const isEmpty = step === 1 && filledTypes(form.getValues('fields')).length === 0;
    setNoFields(isEmpty);
    if (isGood && !isEmpty) setStep(step + 1);
  }

  const save = form.handleSubmit(async (values) => {
    const user = userSignal();
    const created = await record.submit(toRecord(values, company.id));
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
        steps={[t('add.person'), t('add.fields'), t('add.consent')].slice(first)}
        current={step - first}
        onStep={(index) => setStep(index + first)}
      />
      <Card>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            void (step === LAST ? save() : next());
          }}
        >
          {step === 0 ? <PersonStep /> : null}
          {step === 1 ? (
            <StoredFields companyId={company.id}>
              {(stored) => (
                <FieldsStep problem={noFields ? t('check.noFields') : ''} stored={stored} first={field} />
              )}
            </StoredFields>
          ) : null}
          {step === LAST ? <ConsentStep companyId={company.id} companyName={company.name} /> : null}
          <Flex gap="2" justify="space-between" borderTopWidth="1px" pt="4">
            <Button onClick={() => (step === first ? navigate(-1) : setStep(step - 1))}>
              {t(step === first ? 'cancel' : 'add.back')}
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

type Masks = ReadonlyMap<FieldType, string>;
const noMasks: Masks = new Map();

/** The stored, masked values in the company of the person that the form names. */
function StoredFields({
  companyId,
  children,
}: {
  companyId: number;
  children: (stored: Masks) => ReactNode;
}) {
  const { control } = useFormContext<RecordForm>();
  const [kind, person] = useWatch({ control, name: ['kind', 'person'] });
  const id = kind === 'existing' ? individualIdOf(person) : undefined;
  if (id === undefined) return children(noMasks);
  return (
    <PersonFields id={id} companyId={companyId}>
      {children}
    </PersonFields>
  );
}

interface PersonFieldsProps {
  id: number;
  companyId: number;
  children: (stored: Masks) => ReactNode;
}

function PersonFields({ id, companyId, children }: PersonFieldsProps) {
  const { t } = useTranslation('individuals');
  const fields = useIndividual(id).data?.piiFields ?? [];
  const own = fields.filter((field) => field.companyId === companyId);
  return (
    <>
      <Box textStyle="strong">{t('correct.who', { id: individualName(id) })}</Box>
      {children(new Map(own.map(({ fieldType, value }) => [fieldType, value])))}
    </>
  );
}

/** First step: a new person, or one that the company already has. */
function PersonStep() {
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

/** Last step: the consent, and a summary of what will be stored. */
function ConsentStep({ companyId, companyName }: { companyId: number; companyName: string }) {
  const { t } = useTranslation('individuals');
  const { register, formState, control } = useFormContext<RecordForm>();
  const [fields, kind, consent] = useWatch({ control, name: ['fields', 'kind', 'consent'] });
  const types = filledTypes(fields);
  return (
    <Box display="grid" gap="4">
      <Box color="ink.2">{t('add.consentHint')}</Box>
      <ConsentFields
        companyId={companyId}
        register={register}
        path={(key) => `consent.${key}` as const}
        values={consent}
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
