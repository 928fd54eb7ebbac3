import { Box, Flex } from '@chakra-ui/react';
import type { ParkedEvent, ParkingService } from '@pii-vault/contract/parked-events/parked-events-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useCompanyName } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useReplayParked } from '../queries.ts';

interface ServiceCardProps {
  service: ParkingService;
  events: readonly ParkedEvent[];
  onDiscard: (event: ParkedEvent) => void;
}

/** The parked events of a service. All of them are replayed together, because later ones wait for earlier ones. */
export function ServiceCard({ service, events, onDiscard }: ServiceCardProps) {
  const { t } = useTranslation('parked-events');
  const format = useFormat();
  const replay = useReplayParked();
  const name = t(`service.${service}`);
  const start = () =>
    replay.mutate(
      { service },
      {
        onSuccess: ({ replayed, left }) => {
          const done = t('replay.done', { count: replayed, n: format.number(replayed) });
          if (left === 0) notify.success(done);
          else notify.info(done, t('replay.left', { count: left, n: format.number(left) }));
        },
        onError: (error) => notify.error(t('error'), messageOf(error, t('replay.failed')), { error }),
      },
    );
  return (
    <Card
      title={name}
      actions={
        <Button
          size="sm"
          icon={RotateCw}
          pending={replay.isPending}
          aria-label={t('replay.of', { service: name })}
          onClick={start}
        >
          {t('replay.open')}
        </Button>
      }
    >
      <Box as="ul" listStyleType="none">
        {events.map((event) => (
          <EventRow
            key={`${event.consumer} ${event.eventId}`}
            event={event}
            onDiscard={() => onDiscard(event)}
          />
        ))}
      </Box>
    </Card>
  );
}

function EventRow({ event, onDiscard }: { event: ParkedEvent; onDiscard: () => void }) {
  const { t } = useTranslation('parked-events');
  const format = useFormat();
  const companyName = useCompanyName();
  const { topic, consumer, companyId, reason, behind, eventId, parkedAt } = event;
  return (
    <Flex as="li" gap="3" align="start" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Box flex="1" minWidth="0">
        <Flex gap="2" wrap="wrap" align="baseline">
          <Mono>{topic}</Mono>
          <Box as="span" textStyle="strong">
            {companyId === null ? t('noCompany') : companyName(companyId)}
          </Box>
        </Flex>
        <Box color="error">{reason === 'EARLIER_MESSAGE_PARKED' ? t('waits') : <Mono>{reason}</Mono>}</Box>
        <Flex color="ink.2" textStyle="small" columnGap="3" wrap="wrap">
          <RelativeTime at={parkedAt} />
          <span>{t('consumer', { name: consumer })}</span>
          {behind > 0 ? <span>{t('behind', { count: behind, n: format.number(behind) })}</span> : null}
        </Flex>
        <Box color="ink.2" textStyle="small" overflowWrap="anywhere">
          <Mono>{eventId}</Mono>
        </Box>
      </Box>
      <Button size="sm" variant="ghost" aria-label={t('discard.of', { id: eventId })} onClick={onDiscard}>
        {t('discard.open')}
      </Button>
    </Flex>
  );
}
