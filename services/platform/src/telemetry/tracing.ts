import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import { defineConfig, type Environment, loadConfig } from '../config/config.ts';

/** Names as the OpenTelemetry specification has them; no endpoint, no tracing and no cost. */
export const tracingConfig = defineConfig('OTEL', {
  exporterOtlpEndpoint: z.url().optional(),
  tracesSamplerArg: z.coerce.number().min(0).max(1).default(0.1),
});

/**
 * Sends spans to an OTLP/HTTP collector. Spans are made by hand at the edges (HTTP, RPC, SQL, bus), so
 * that a call inside a process looks like one between processes.
 * @returns ends the export, after what is queued has been sent
 */
export function startTracing(
  endpoint: string | undefined,
  ratio: number,
  service: string,
): () => Promise<void> {
  if (endpoint === undefined) return () => Promise.resolve();
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

/** The same by the settings of the environment. */
export function startConfiguredTracing(env: Environment, service: string): () => Promise<void> {
  const { exporterOtlpEndpoint, tracesSamplerArg } = loadConfig(tracingConfig, env);
  return startTracing(exporterOtlpEndpoint, tracesSamplerArg, service);
}
