import { Box, Flex } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { Eye, EyeOff, History, Pencil } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { REVEAL_MS } from '../../../../pii/hide-on-leave.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { factsBeside } from '../../rules/field-facts.ts';
import { FieldFactsLine } from './field-facts.tsx';

interface FieldRowProps {
  field: PiiField;
  /** Whether the facts above the list are those of this field. */
  shared: PiiField;
  /** The revealed value and the whole seconds until it is hidden. */
  shown?: string | undefined;
  secondsLeft?: number | undefined;
  /** UPPER_SNAKE reason if the last reveal was refused. */
  refused?: string | undefined;
  onHide: (type: FieldType) => void;
  /** When a value was last revealed; undefined without permission to read the trail. */
  lastAccessAt?: string | undefined;
  /** Absent in the narrow panel. */
  onVersions?: ((field: PiiField) => void) | undefined;
  /** Absent if the role may not reveal. */
  onAsk?: ((types: readonly FieldType[]) => void) | undefined;
  /** Address of the form that corrects the field; absent if the role may not write. */
  correctAt?: string | undefined;
}

/**
 * One field: name, mask or for 30 s the value, and the facts that differ from the other fields. Memoised, so that
 * opening a dialog does not render all rows.
 */
export const FieldRow = memo(function FieldRow({
  field,
  shared,
  onHide,
  onVersions,
  onAsk,
  ...props
}: FieldRowProps) {
  const { t } = useTranslation('individuals');
  const { shown, secondsLeft = 0, refused, lastAccessAt, correctAt } = props;
  const name = t(`field.${field.fieldType}`);
  return (
    <Box as="li" position="relative" py="1.5" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Flex align="center" gap="3" minHeight="controlSm">
        <Box flexShrink="0" width="24" color="ink.2">
          {name}
        </Box>
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          {shown ? <Box textStyle="strong">{shown}</Box> : <Mono>{field.value}</Mono>}
        </Box>
        {correctAt ? (
          <Button asChild variant="ghost" size="iconSm" aria-label={t('correct.open', { what: name })}>
            <Link to={correctAt} title={t('correct.short')}>
              <Icon as={Pencil} />
            </Link>
          </Button>
        ) : null}
        {onVersions ? (
          <IconButton
            size="sm"
            icon={History}
            label={t('versions.open', { what: name })}
            onClick={() => onVersions(field)}
          />
        ) : null}
        {shown ? (
          <HideButton name={name} secondsLeft={secondsLeft} onHide={() => onHide(field.fieldType)} />
        ) : onAsk ? (
          <Button
            variant="ghost"
            size="sm"
            icon={Eye}
            aria-label={t('reveal.open', { what: name })}
            onClick={() => onAsk([field.fieldType])}
          >
            {t('reveal.submit')}
          </Button>
        ) : null}
      </Flex>
      {shown ? <TimeLeft secondsLeft={secondsLeft} /> : null}
      <FieldFactsLine facts={factsBeside(field, shared)} />
      {lastAccessAt ? (
        <Box textStyle="small" color="ink.2">
          {t('lastReveal.label')} <RelativeTime at={lastAccessAt} />
        </Box>
      ) : null}
      {refused ? (
        <Box textStyle="small" color="error" mt="0.5">
          {t(`refusal.short.${refused}`, { defaultValue: t('refusal.unknown', { reason: refused }) })}
        </Box>
      ) : null}
    </Box>
  );
});

interface HideButtonProps {
  name: string;
  secondsLeft: number;
  onHide: () => void;
}

function HideButton({ name, secondsLeft, onHide }: HideButtonProps) {
  const { t } = useTranslation('individuals');
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={EyeOff}
      aria-label={t('reveal.hide', { what: name, seconds: secondsLeft })}
      onClick={onHide}
    >
      {t('reveal.seconds', { seconds: secondsLeft })}
    </Button>
  );
}

/** A line below the row that shrinks until the value is hidden. */
function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  return (
    <Box aria-hidden="true" position="absolute" insetInline="0" bottom="-px" height="0.5">
      <Box
        height="full"
        bg="accent"
        borderRadius="full"
        transformOrigin="left"
        transition="transform 1000ms linear"
        style={{ transform: `scaleX(${(secondsLeft * 1000) / REVEAL_MS})` }}
      />
    </Box>
  );
}
