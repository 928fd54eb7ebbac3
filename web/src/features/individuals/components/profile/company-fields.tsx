import { Box, Flex } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshAfterGone } from '../../../../client/query-client.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { useReveals } from '../../queries.ts';
import { correctPath, individualName } from '../../rules/addresses.ts';
import { factsOf } from '../../rules/field-facts.ts';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';
import { lastAccess } from '../../rules/reveals.ts';
import { VersionsDialog } from '../rights/versions-dialog.tsx';
import { CompanyMenu } from './company-menu.tsx';
import { FieldFactsLine } from './field-facts.tsx';
import { FieldRow } from './field-row.tsx';
import { PurposeDialog } from './purpose-dialog.tsx';
import { useReveal } from './use-reveal.ts';

/** Usual time until the audit trail lists a new entry. */
const INTAKE_MS = 1500;

interface CompanyFieldsProps {
  individualId: number;
  group: CompanyFieldGroup;
  /** Field types to show. */
  shownTypes: ReadonlySet<FieldType>;
  /** On the full profile page: the company is an h2, and each field offers its versions. */
  isFull?: boolean;
}

/** A company's fields of a person, masked, with Reveal for one field or for all. */
export function CompanyFields({ individualId, group, shownTypes, isFull = false }: CompanyFieldsProps) {
  const { t } = useTranslation('individuals');
  const queryClient = useQueryClient();
  const can = useCan();
  const mayReveal = can('pii:reveal', group.companyId);
  const mayWrite = can('pii:write', group.companyId);
  const reveal = useReveal(individualId, group);
  const access = lastAccess(useReveals(group.companyId, individualId).data?.rows ?? []);
  const [versionsOf, setVersionsOf] = useState<PiiField | null>(null);
  const [asked, setAsked] = useState<readonly FieldType[] | null>(null);
  const fields = group.fields.filter((field) => shownTypes.has(field.fieldType));
  const [shared] = fields;
  const types = fields.map((field) => field.fieldType);
  async function revealFor(fieldTypes: readonly FieldType[], purpose: string) {
    try {
      return await reveal.reveal(fieldTypes, purpose);
    } catch (error) {
      refreshAfterGone(queryClient, error);
      throw error;
    } finally {
      // The trail lists the reveal, allowed or refused, after a short delay.
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['/audit-trail'] }), INTAKE_MS);
      void queryClient.invalidateQueries({ queryKey: ['/reveal-budget'] });
    }
  }

  return (
    <Box as="section" aria-label={group.companyName}>
      <Flex align="center" gap="2" minHeight="control">
        <Box
          as={isFull ? 'h2' : 'h3'}
          textStyle="card"
          flex="1"
          minWidth="0"
          overflow="hidden"
          textOverflow="ellipsis"
        >
          {group.companyName}
        </Box>
        {mayReveal && types.length > 1 ? (
          <Button
            size="sm"
            icon={Eye}
            onClick={() => setAsked(types)}
            aria-label={t('reveal.openAll', { company: group.companyName })}
          >
            {t('reveal.all')}
          </Button>
        ) : null}
        <CompanyMenu individualId={individualId} group={group} />
      </Flex>
      {shared ? <FieldFactsLine facts={factsOf(shared)} /> : null}
      <Box as="ul" listStyleType="none" mt="1">
        {fields.map((field) => {
          const shown = reveal.shownOf(field.fieldType);
          return (
            <FieldRow
              key={field.id}
              field={field}
              shared={shared ?? field}
              shown={shown?.value}
              secondsLeft={shown?.secondsLeft}
              refused={shown ? undefined : reveal.refused[field.fieldType]}
              onHide={reveal.hide}
              lastAccessAt={access[field.fieldType]}
              onVersions={isFull ? setVersionsOf : undefined}
              onAsk={mayReveal ? setAsked : undefined}
              correctAt={
                isFull && mayWrite ? correctPath(group.companyId, individualId, field.fieldType) : undefined
              }
            />
          );
        })}
      </Box>
      {versionsOf ? <VersionsDialog field={versionsOf} onClose={() => setVersionsOf(null)} /> : null}
      {asked ? (
        <PurposeDialog
          group={group}
          individual={individualName(individualId)}
          fieldTypes={asked}
          onReveal={(purpose) => revealFor(asked, purpose)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Box>
  );
}
