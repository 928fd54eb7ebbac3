import type { RequestListener } from 'node:http';
import type { Metrics } from '@pii-vault/platform/telemetry/metrics';

/** /metrics for Prometheus, on a port of its own that is not published. */
export function metricsListener(metrics: Metrics): RequestListener {
  return (req, res) => {
    if (req.url !== '/metrics') {
      res.statusCode = 404;
      res.end();
      return;
    }
    metrics.text().then(
      (text) => {
        res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
        res.end(text);
      },
      () => {
        res.statusCode = 500;
        res.end();
      },
    );
  };
}
