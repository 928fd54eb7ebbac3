import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';

/** Services that have a schema and therefore an outbox. */
export const PRODUCERS: readonly ServiceName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');
