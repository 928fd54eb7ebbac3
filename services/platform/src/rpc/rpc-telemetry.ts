import { context, propagation } from '@opentelemetry/api';
import type { Metrics } from '../core/telemetry/metrics.ts';
import { withSpan } from '../core/telemetry/span.ts';
import { isRecorded } from '../core/telemetry/trace-context.ts';
import type { CallHeaders } from './channel.ts';

/** Semantic conventions for RPC spans: the method path is the name. */
const attributes = (path: string) => ({ 'rpc.system': 'grpc', 'rpc.method': path.slice(1) });

export function withClientSpan<T>(path: string, work: () => Promise<T>): Promise<T> {
  return withSpan(path.slice(1), 'client', attributes(path), work);
}

/**
 * Continues the trace in the call's metadata, or the active trace of a caller in this process. An active trace that is
 * not recorded stays unrecorded.
 */
export function withServerSpan<T>(headers: CallHeaders, work: () => Promise<T>): Promise<T> {
  const around = context.active();
  if (isRecorded(around) === false) return work();
  const parent = propagation.extract(around, headers.metadata);
  return withSpan(headers.path.slice(1), 'server', attributes(headers.path), work, parent);
}

export interface RpcMetrics {
  /** @returns to be called with the code when the call ends */
  started(path: string): (code: string) => void;
}

export function rpcMetrics(metrics: Metrics): RpcMetrics {
  const seconds = metrics.histogram('rpc_server_duration_seconds', 'Time to answer an RPC');
  return {
    started(path) {
      const begin = performance.now();
      return (code) => seconds.observe({ method: path.slice(1), code }, (performance.now() - begin) / 1000);
    },
  };
}
