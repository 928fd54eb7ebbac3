import { Box, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Company,
  type CompanyProfile,
  companyProfileSchema,
  regulators,
} from '@pii-vault/contract/companies/companies-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { useUpdateCompany } from '../queries.ts';

const contacts = ['grievanceOfficer', 'dataProtectionOfficer'] as const;
const contactTexts = ['name', 'email', 'phone'] as const;

/** Who answers for the company's personal data. `?profile=1` edits it. */
export function ProfileCard({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const can = useCan();
  const { get, set } = useUrlState();
  const { profile } = company;
  const close = () => set({ profile: null });
  const contact = (which: (typeof contacts)[number]) => {
    const known = contactTexts.map((one) => profile[which][one]).filter((text) => text !== '');
    return known.length === 0 ? t('page.profile.unknown') : known.map(isolate).join(' · ');
  };
  return (
    <Card
      title={t('page.profile.title')}
      actions={
        can(companyPermissions.edit) ? (
          <Button variant="link" onClick={() => set({ profile: '1' }, { push: true })}>
            {t('page.profile.link')}
          </Button>
        ) : null
      }
    >
      <KeyValue
        items={[
          ...contacts.map((which) => ({ label: t(`page.profile.${which}`), value: contact(which) })),
          {
            label: t('page.profile.address'),
            value: (
              <Box as="span" whiteSpace="pre-line">
                {profile.address || t('page.profile.unknown')}
              </Box>
            ),
          },
          { label: t('form.timeZone'), value: company.timeZone.replaceAll('_', ' ') },
          {
            label: t('page.profile.isSignificant'),
            value: t(profile.isSignificant ? 'page.profile.yes' : 'page.profile.no'),
          },
        ]}
      />
      {get('profile') === '' ? null : (
        <DialogGate permission={companyPermissions.edit} companyId={company.id} onClose={close}>
          <ProfileDialog company={company} onClose={close} />
        </DialogGate>
      )}
    </Card>
  );
}

function ProfileDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  // The company as it was when the form opened; the list may be refetched meanwhile.
  const [opened, setOpened] = useState(company);
  const update = useUpdateCompany(opened);
  const send = useSend(update.mutateAsync, onClose);
  const form = useForm<CompanyProfile>({
    resolver: zodResolver(companyProfileSchema),
    defaultValues: company.profile,
  });
  const reload = () => {
    setOpened(company);
    form.reset(company.profile, { keepDirtyValues: true });
    update.reset();
  };
  const submit = form.handleSubmit((profile) =>
    send(
      { profile },
      {
        done: () => notify.success(t('page.profile.done')),
        failed: (error, isOpen) => {
          if (!(isOpen && isChangedMeanwhile(error)))
            notify.error(t('error'), messageOf(error, t('page.profile.failed')), { error });
        },
      },
    ),
  );
  return (
    <FormDialog
      title={t('page.profile.edit', { name: company.name })}
      description={t('page.profile.text')}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(update.isPending ? 'edit.pending' : 'edit.submit')}
      pending={update.isPending}
      disabled={!form.formState.isDirty}
    >
      <ChangedMeanwhile error={update.error} onReload={reload} />
      <ProfileFields form={form} />
    </FormDialog>
  );
}

function ProfileFields({ form: { register, formState, watch } }: { form: UseFormReturn<CompanyProfile> }) {
  const { t } = useTranslation('companies');
  const { errors } = formState;
  return (
    <>
      {contacts.map((which) => (
        <Box as="fieldset" key={which}>
          <Box as="legend" textStyle="strong" mb="2">
            {t(`page.profile.${which}`)}
          </Box>
          <Stack gap="3">
            {contactTexts.map((text) => (
              <Field key={text} label={t(`page.profile.${text}`)} error={errors[which]?.[text]?.message}>
                {(control) => (
                  <Input {...control} {...register(`${which}.${text}`)} dir="auto" autoComplete="off" />
                )}
              </Field>
            ))}
          </Stack>
        </Box>
      ))}
      <Field label={t('page.profile.address')} error={errors.address?.message}>
        {(control) => <TextArea {...control} {...register('address')} dir="auto" rows={3} />}
      </Field>
      <Checkbox {...register('isSignificant')} checked={watch('isSignificant')}>
        {t('page.profile.significantHelp')}
      </Checkbox>
      <Box as="fieldset">
        <Box as="legend" textStyle="strong" mb="2">
          {t('page.profile.regulators')}
        </Box>
        <Stack gap="2">
          {regulators.map((one) => (
            <Checkbox
              key={one}
              {...register('regulators')}
              value={one}
              checked={watch('regulators').includes(one)}
            >
              {t(`regulator.${one}`)}
            </Checkbox>
          ))}
        </Stack>
        <Box mt="1.5" color="ink.2" textStyle="small">
          {t('page.regulations.labels')}
        </Box>
      </Box>
    </>
  );
}
