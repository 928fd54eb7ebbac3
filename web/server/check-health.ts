// The health check of the web container: ends with 0 when it answers.
const isHealthy = await fetch('http://127.0.0.1:8080/livez', { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
