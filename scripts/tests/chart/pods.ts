import { z } from 'zod';
import type { Manifest } from './render.ts';

const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  securityContext: z.unknown(),
  resources: z.looseObject({
    requests: z.record(z.string(), z.string()).default({}),
    limits: z.record(z.string(), z.string()).default({}),
  }),
});
const podSchema = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  securityContext: z.unknown(),
  containers: z.array(containerSchema),
  initContainers: z.array(containerSchema).default([]),
});
export type Pod = z.output<typeof podSchema>;

/** Name and specification of the pods that a manifest creates, directly or by a template. */
export function podsOf(manifests: readonly Manifest[]): readonly (readonly [string, Pod])[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const name = `${kind} ${metadata.name}`;
    if (kind === 'Pod') return [[name, podSchema.parse(spec)] as const];
    const schema = z.looseObject({ template: z.looseObject({ spec: podSchema }) });
    const job = z.looseObject({ jobTemplate: z.looseObject({ spec: schema }) }).safeParse(spec);
    const templated = schema.safeParse(job.success ? job.data.jobTemplate.spec : spec);
    return templated.success ? [[name, templated.data.template.spec] as const] : [];
  });
}
