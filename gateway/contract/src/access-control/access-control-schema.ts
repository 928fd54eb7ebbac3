import { z } from 'zod';

export const accessControlSchema = z.object({
  allowedIps: z.array(z.string()),
  allowedDomains: z.array(z.string()),
});

/** Confirms a change that would block the caller. */
const confirm = z.boolean().default(false);
export const accessIpSchema = z.strictObject({
  ip: z.string().trim().min(1, 'Please enter a valid IP address').max(64),
  confirm,
});
export const accessDomainSchema = z.strictObject({
  domain: z.string().trim().min(1, 'Please enter a valid domain name').max(254),
  confirm,
});
