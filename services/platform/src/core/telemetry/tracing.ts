import { z } from 'zod';
import { defineConfig, type Environment, loadConfig } from '../config/config.ts';

/** Names as the OpenTelemetry specification has them; no endpoint, no tracing and no cost. */
export const tracingConfig = defineConfig('OTEL', {
  exporterOtlpEndpoint: z.url().optional(),
  tracesSamplerArg: z.coerce.number().min(0).max(1).default(0.1),
});

/**
 * Sends spans to an OTLP/HTTP collector. Spans are made by hand at the edges (HTTP, RPC, SQL, bus), so
 * that a call inside a process looks like one between processes. The exporter takes a fifth of a process's start to
 * load, so it is loaded only with an endpoint.
 * @returns ends the export after queued spans were sent
 */
export async function startTracing(
  endpoint: string | undefined,
  ratio: number,
  service: string,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { exportSpans } = await import('./span-export.ts');
  return exportSpans(endpoint, ratio, service);
}

/** The same by the settings of the environment. */
export async function startConfiguredTracing(
  env: Environment,
  service: string,
): Promise<() => Promise<void>> {
  const { exporterOtlpEndpoint, tracesSamplerArg } = loadConfig(tracingConfig, env);
  return await startTracing(exporterOtlpEndpoint, tracesSamplerArg, service);
}
