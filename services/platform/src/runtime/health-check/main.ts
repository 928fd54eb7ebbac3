// The health check of a container: `node main.ts vault` asks a service by gRPC over mTLS, with its own settings;
// `node main.ts http://127.0.0.1:9464/readyz` asks by HTTP. Ends with 0 or 1.
import { readFileSync } from 'node:fs';
import { isServing } from './ask-grpc.ts';

const TIMEOUT_MS = 4_000;
const [target = ''] = process.argv.slice(2);

function isHealthy(): Promise<boolean> {
  if (URL.canParse(target))
    return fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const read = (name: string) => readFileSync(process.env[name] ?? '', 'utf8');
  const port = (process.env[`${target.toUpperCase()}_GRPC_LISTEN`] ?? '').split(':').at(-1);
  const tls = {
    ca: read('PIIVAULT_TLS_CA_FILE'),
    cert: read('PIIVAULT_TLS_CERT_FILE'),
    key: read('PIIVAULT_TLS_KEY_FILE'),
  };
  return isServing({ address: `127.0.0.1:${port}`, serverName: target, tls, timeoutMs: TIMEOUT_MS });
}

process.exit((await isHealthy()) ? 0 : 1);
