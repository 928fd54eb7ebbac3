import type { Secret } from '@pii-vault/platform/core/config/secret';
import { type ObjectStorage, openLines } from '../outside/open-lines.ts';
import { type RevocationFile, revocationFile } from './revocation-file.ts';

interface Settings extends ObjectStorage {
  readonly revocationFile: string | undefined;
  readonly revocationKey: Secret | undefined;
}

/** The list outside the database; undefined when none is configured. */
export function openRevocations(config: Settings): RevocationFile | undefined {
  const { revocationFile: place, revocationKey: key } = config;
  if (place === undefined || key === undefined) return undefined;
  return revocationFile(openLines(place, config), Buffer.from(key.reveal(), 'base64'));
}
