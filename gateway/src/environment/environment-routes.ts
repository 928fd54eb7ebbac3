import type { KeysOf } from '@pii-vault/contract/routes';
import { KeyStoreStatusResponse } from '@pii-vault/proto/crypto/v1/register';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';
import { oneOf, orNull, toOptionalIso } from '../wire/values.ts';

interface Deps extends Pick<Clients, 'keyRegister'> {
  readonly environment: 'development' | 'testing' | 'production';
  readonly databaseName: string;
  readonly builtAt: Date;
}

const suffixes = { development: 'dev', testing: 'test', production: 'prod' } as const;
const offline = KeyStoreStatusResponse.fromPartial({
  ...{ kind: 'unknown', protection: 'unknown', status: 'offline', encryption: 'error' },
});

/** With facts of this gateway. */
export function environmentHandlers(deps: Deps): Handlers<KeysOf<'environment'>> {
  return {
    'GET /environment/status': async ({ ctx }) => {
      const { kind, protection, model, status, encryption, checkedAt } = await fallbackIfUnavailable(
        deps.keyRegister.keyStoreStatus(ctx, {}),
        offline,
      );
      return {
        body: {
          database: { name: deps.databaseName, isTest: deps.environment === 'testing' },
          environment: deps.environment,
          version: versionLabel(deps.builtAt, suffixes[deps.environment]),
          buildTime: deps.builtAt.toISOString(),
          keyStore: {
            kind,
            protection: oneOf(['software', 'hsm', 'cloud', 'unknown'], protection),
            model: orNull(model),
            status: oneOf(['online', 'offline', 'maintenance'], status),
            checkedAt: toOptionalIso(checkedAt),
          },
          encryption: oneOf(['active', 'inactive', 'error'], encryption),
        },
      };
    },
  };
}

/** In the form `v2025.06.30-0915-dev`, in UTC. */
function versionLabel(builtAt: Date, suffix: string): string {
  const [day = '', time = ''] = builtAt.toISOString().split('T');
  return `v${day.replaceAll('-', '.')}-${time.slice(0, 5).replace(':', '')}-${suffix}`;
}
