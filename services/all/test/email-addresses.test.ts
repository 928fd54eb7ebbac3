import { emailSchema } from '@pii-vault/contract/scalars';
import { isEmail } from '@pii-vault/identity/users/user';
import { expect, it } from 'vitest';

const label = 'b'.repeat(63);
/** 64 octets before the @ and 189 after it: the maximum of 254. */
const longest = `${'a'.repeat(64)}@${label}.${label}.${'c'.repeat(58)}.in`;

const taken = [
  'asha@example.in',
  'Asha.Rao+vault@Mail.Example.co.in',
  "o'brien_2-x@example.org",
  '-asha@example.in',
  'asha@1.in',
  'asha@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g-a.in',
  `${'a'.repeat(64)}@example.in`,
  `asha@${label}.in`,
  `asha@example.${'c'.repeat(63)}`,
  longest,
];

const refused = [
  '',
  'asha',
  '@example.in',
  'asha@',
  'asha@example',
  'asha@@example.in',
  'asha@rao@example.in',
  '.asha@example.in',
  'asha.@example.in',
  'asha..rao@example.in',
  "asha'@example.in",
  'asha rao@example.in',
  'asha@-example.in',
  'asha@example-.in',
  'asha@example..in',
  'asha@example.i',
  'asha@example.1n',
  'asha@[127.0.0.1]',
  '"asha rao"@example.in',
  'Asha <asha@example.in>',
  'आशा@example.in',
  'asha@उदाहरण.in',
  'asha@example.in\u0000',
  `${'a'.repeat(65)}@example.in`,
  `asha@b${label}.in`,
  `asha@example.${'c'.repeat(64)}`,
  longest.replace('.in', 'c.in'),
];

// The contract has no dependencies and identity validates again, so both have the pattern.
it.each(taken)('form and identity accept %j', (email) => {
  expect({ form: emailSchema.safeParse(email).success, identity: isEmail(email) }).toEqual({
    form: true,
    identity: true,
  });
});

it.each(refused)('form and identity refuse %j', (email) => {
  expect({ form: emailSchema.safeParse(email).success, identity: isEmail(email) }).toEqual({
    form: false,
    identity: false,
  });
});
