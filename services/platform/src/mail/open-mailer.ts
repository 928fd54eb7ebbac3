import { type Environment, loadConfig } from '../core/config/config.ts';
import { unavailable } from '../core/errors/app-error.ts';
import { smtpConfig, smtpOptions } from './smtp-config.ts';
import { type SmtpMailer, smtpMailer } from './smtp-mailer.ts';

/** The mailer that SMTP_… names; without a host every mail is refused with MAIL_UNAVAILABLE. @throws ConfigError */
export function openMailer(env: Environment): SmtpMailer {
  const options = smtpOptions(loadConfig(smtpConfig, env));
  if (options !== undefined) return smtpMailer(options);
  return { send: () => Promise.reject(noMailServer()), close: () => undefined };
}

const noMailServer = () => unavailable('MAIL_UNAVAILABLE', 'No mail server is configured');
