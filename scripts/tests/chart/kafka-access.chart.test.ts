import { expect, it } from 'vitest';
import { KAFKA_ADMIN, kafkaUser } from '../../../services/all/src/deployment/kafka/access-table.ts';
import { podsOf } from './pods.ts';
import { render } from './render.ts';

const LOGIN = 'KAFKA_SASL_USERNAME';
const SERVICES = ['audit', 'compliance', 'crypto', 'identity', 'lineage', 'tenancy', 'vault'] as const;

it.each(['production', 'evaluation'] as const)(
  'each service of values-%s.yaml logs in to Kafka as a separate user',
  async (example) => {
    const logins = podsOf(await render(example)).flatMap(([pod, { containers }]) =>
      containers.flatMap(({ env }) =>
        env.filter(({ name }) => name === LOGIN).map(({ value }) => [pod, value] as const),
      ),
    );
    expect(Object.fromEntries(logins)).toEqual({
      ...Object.fromEntries(SERVICES.map((name) => [`Deployment vault-${name}`, kafkaUser(name)])),
      'Job vault-kafka-access': KAFKA_ADMIN,
    });
  },
);

it('a Job creates Kafka ACLs only if a Kafka administrator is configured', async () => {
  const jobs = (await render('production', ['kafka.access.enabled=false'])).filter(
    ({ kind }) => kind === 'Job',
  );
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['vault-migrate']);
});
