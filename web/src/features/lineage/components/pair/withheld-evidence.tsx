import { Box } from '@chakra-ui/react';
import type { Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { fieldName } from '../../../../i18n/field-name.ts';

/** Why there is no waterfall yet, and the part of the evidence that is shown instead. */
export function WithheldEvidence({
  explanation,
}: {
  explanation: Explanation & { withheld: NonNullable<Explanation['withheld']> };
}) {
  const { t } = useTranslation('lineage');
  const { entry, withheld } = explanation;
  const { fields } = entry.matchingFields;
  return (
    <Box display="grid" gap="2">
      {withheld === 'both_verify' ? (
        <Box>
          {fields.length === 0
            ? t('withheld.noIdentifier')
            : t('withheld.identifiers', { fields: fields.map(fieldName).join(', ') })}
        </Box>
      ) : null}
      <Box color="ink.2">
        {withheld !== 'both_verify'
          ? t(`withheld.${withheld}`)
          : t(entry.decision === 'verified' ? 'withheld.otherSide' : 'withheld.bothVerify')}
      </Box>
    </Box>
  );
}
