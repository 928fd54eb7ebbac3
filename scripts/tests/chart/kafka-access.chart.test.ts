import { expect, it } from 'vitest';
import { KAFKA_ADMIN, kafkaUser } from '../../../services/all/src/deployment/kafka/access-table.ts';
import { podsOf } from './pods.ts';
import { render } from './render.ts';

const LOGIN = 'KAFKA_SASL_USERNAME';
const SERVICES = ['audit', 'compliance', 'crypto', 'identity', 'lineage', 'tenancy', 'vault'] as const;

it.each(['production', 'evaluation'] as const)(
  'each service of %s logs in to Kafka as its own user',
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

it('gives rights on Kafka by a Job only where an administrator is named', async () => {
  const jobs = (await render('production', ['kafka.access.enabled=false'])).filter(
    ({ kind }) => kind === 'Job',
  );
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['vault-migrate']);
});
