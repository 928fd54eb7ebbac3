import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';

/** Services with a schema, and so with an outbox. */
export const PRODUCERS: readonly ServiceName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');
