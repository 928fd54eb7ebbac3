import { createServer, type Server, type ServerResponse } from 'node:http';
import type { ServiceName } from '../../core/context/caller.ts';
import { AppError } from '../../core/errors/app-error.ts';
import { hostCheck } from '../../core/net/allowed-hosts.ts';
import { HEADER_LIMITS } from '../../core/net/header-limits.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { Host } from '../module/host.ts';

export interface SideServerOptions {
  /** Loopback or a network that is not published: it asks for no credential. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly modules: readonly ServiceName[];
  /** Further host names of requests; localhost, addresses and the modules' names always pass. */
  readonly allowedHosts: readonly string[];
}

export interface SideServer {
  readonly port: number;
  /** From this call on `/readyz` reports on these modules; before, it reports that they are starting. */
  watch(host: Pick<Host, 'moduleReady'>): void;
  close(): Promise<void>;
}

/**
 * Serves an operator's tools on a separate port: `/livez` (checks only this process), `/readyz` (503 with names and
 * reasons while a module cannot work) and `/metrics` for Prometheus.
 */
export async function startSideServer(options: SideServerOptions): Promise<SideServer> {
  let host: Pick<Host, 'moduleReady'> | undefined;
  const answers: Readonly<Record<string, (res: ServerResponse) => Promise<void>>> = {
    '/livez': async (res) => send(res, 200, { status: 'ok' }),
    '/readyz': async (res) => {
      const modules = await Promise.all(options.modules.map((name) => stateOf(name, host)));
      const isReady = modules.every(([, state]) => state === 'ready');
      send(res, isReady ? 200 : 503, {
        status: isReady ? 'ready' : 'not ready',
        modules: Object.fromEntries(modules),
      });
    },
    '/metrics': async (res) => {
      const text = await options.metrics.text();
      res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
      res.end(text);
    },
  };
  const isOurs = hostCheck([...options.modules, ...options.allowedHosts]);
  const server = createServer(HEADER_LIMITS, (req, res) => {
    if (!isOurs(req.headers.host))
      return send(res, 421, { status: 'this host name is not in PIIVAULT_ALLOWED_HOSTS' });
    const answer = answers[req.url ?? ''];
    if (answer === undefined || (req.method !== 'GET' && req.method !== 'HEAD'))
      send(res, 404, { status: 'there is no such page' });
    else answer(res).catch(() => send(res, 500, { status: 'failed' }));
  });
  return {
    port: await listen(server, options.host, options.port),
    watch(started) {
      host = started;
    },
    close: () => close(server),
  };
}

/** 'ready', or the reason why not. */
async function stateOf(
  name: ServiceName,
  host: Pick<Host, 'moduleReady'> | undefined,
): Promise<readonly [ServiceName, string]> {
  if (host === undefined) return [name, 'STARTING'];
  return host.moduleReady(name).then(
    () => [name, 'ready'] as const,
    (error: unknown) => [name, AppError.from(error).reason] as const,
  );
}

function send(res: ServerResponse, status: number, body: object): void {
  if (res.headersSent) return;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(body));
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
