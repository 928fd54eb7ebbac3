import { Box, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { searchableTypes, searchSchema } from '@pii-vault/contract/pii-search/pii-search-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldX } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../client/message-of.ts';
import { inReaderLanguage } from '../../../../i18n/messages.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { ExternalId, useExternalIds } from '../../../../pii/external-ids.tsx';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { type Found, searchValue, useRevealBudget } from '../../queries.ts';
import { individualName, profilePath } from '../../rules/addresses.ts';

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
    // The budget counts refused searches too.
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
          {(control) => <PurposePicker {...control} {...form.register('purpose')} companyId={companyId} />}
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

/** Reasons with a text in this dialog: the two search budgets. */
const explained = ['SEARCH_BUDGET', 'SEARCH_BUDGET_SPENT'];

/** Why a search was refused, and when or how to retry. */
function SearchRefusal({ problem }: { problem: unknown }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const refusal = problem instanceof Problem ? problem : undefined;
  const reason = explained.find((one) => one === refusal?.reason);
  const values = [...(refusal?.fieldErrors.values() ?? [])];
  const seconds = format.number(refusal?.retryAfterSeconds ?? 60);
  return (
    <Flex role="alert" gap="2.5" p="3" bg="error.soft" borderRadius="control">
      <Box color="error" mt="0.5">
        <Icon as={ShieldX} />
      </Box>
      <Box minWidth="0">
        {reason ? t(`find.refusal.${reason}`, { seconds }) : messageOf(problem, t('find.failed'))}
        {values.map((value) => (
          <Box key={value}>{inReaderLanguage(value)}</Box>
        ))}
      </Box>
    </Flex>
  );
}

/** People found by a search, each with a link to the profile. */
function FoundPeople({ found, onLeave }: { found: Found; onLeave: () => void }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const externalId = useExternalIds(
    found[0]?.companyId ?? 0,
    found.map(({ individualId }) => individualId),
  );
  if (found.length === 0) return <Box color="ink.2">{t('find.nobody')}</Box>;
  return (
    <Box>
      <Box textStyle="strong" mb="1">
        {t('find.found', { count: found.length, n: format.number(found.length) })}
      </Box>
      <Box as="ul" listStyleType="none">
        {found.map(({ individualId, companyId }) => (
          <Box as="li" key={individualId} py="1">
            <Link to={profilePath(companyId, individualId)} onClick={onLeave}>
              {individualName(individualId)}
            </Link>
            <ExternalId value={externalId(individualId)} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Searches by value left today. Renders nothing until loaded. */
function SearchesLeft({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useRevealBudget(companyId, undefined);
  if (!data) return null;
  const { limit, used, resetsAt } = data.searches;
  const left = Math.max(0, limit - used);
  return (
    <Box textStyle="small" color={left === 0 ? 'warning' : 'ink.2'} role={left === 0 ? 'status' : undefined}>
      {t('find.left', {
        n: format.number(left),
        limit: format.number(limit),
        at: format.dateTime(resetsAt),
      })}
    </Box>
  );
}
