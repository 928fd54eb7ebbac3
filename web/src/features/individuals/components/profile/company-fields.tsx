import { Box, Flex } from '@chakra-ui/react';
import type { FieldType } from '@pii-vault/contract/scalars';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { individualName } from '../../rules/individual-id.ts';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';
import { CompanyMenu } from './company-menu.tsx';
import { FieldRow } from './field-row.tsx';
import { PurposeDialog } from './purpose-dialog.tsx';
import { useReveal } from './use-reveal.ts';

interface CompanyFieldsProps {
  individualId: number;
  group: CompanyFieldGroup;
  /** Field types there is room for. */
  shownTypes: ReadonlySet<FieldType>;
}

/** What one company holds of a person, masked, with Reveal for one field or for all of them. */
export function CompanyFields({ individualId, group, shownTypes }: CompanyFieldsProps) {
  const { t } = useTranslation('individuals');
  const { user } = useSession();
  const mayReveal = user?.permissions.includes('pii:reveal') ?? false;
  const reveal = useReveal(individualId, group.companyId);
  const [asked, setAsked] = useState<readonly FieldType[] | null>(null);
  const fields = group.fields.filter((field) => shownTypes.has(field.fieldType));
  const types = fields.map((field) => field.fieldType);
  return (
    <Box as="section" aria-label={group.companyName}>
      <Flex align="center" gap="2" minHeight="control">
        <Box as="h3" textStyle="card" flex="1" minWidth="0" overflow="hidden" textOverflow="ellipsis">
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
      <Box as="ul" listStyleType="none">
        {fields.map((field) => (
          <FieldRow
            key={field.id}
            field={field}
            reveal={reveal}
            onAsk={mayReveal ? () => setAsked([field.fieldType]) : undefined}
          />
        ))}
      </Box>
      {asked ? (
        <PurposeDialog
          group={group}
          individual={individualName(individualId)}
          fieldTypes={asked}
          onReveal={(purpose) => reveal.reveal(asked, purpose)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Box>
  );
}
