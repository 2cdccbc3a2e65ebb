import nodemailer from 'nodemailer'
import type { Database } from '../db/database.ts'
import type { Settings } from '../settings.ts'
import { inChildSpan, SpanKind } from '../tracing.ts'
import { uuidv7 } from '../uuid.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email; rejects otherwise. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Opens SMTP if a server is configured; in the demo, the outbox table, with `onDemoMail` called for each email. */
export function openMailer(settings: Settings, db: Database, onDemoMail: (mail: Mail) => void): Mailer {
  return settings.smtpUrl ? smtp(settings.smtpUrl, settings) : outbox(db, onDemoMail)
}

/** Concurrent emails. */
export const mailsAtOnce = 8

function smtp(url: string, { mailFrom, mailTimeoutMs }: Settings): Mailer {
  // Bounds a server that hangs to seconds; nodemailer's defaults are minutes.
  const patience = { connectionTimeout: mailTimeoutMs, greetingTimeout: mailTimeoutMs, socketTimeout: mailTimeoutMs }
  const pool = { pool: true as const, maxConnections: mailsAtOnce }
  const transport = nodemailer.createTransport({ url, ...pool, ...patience }, { from: mailFrom })
  return {
    async send(mail) {
      await inChildSpan('mail', { kind: SpanKind.CLIENT }, () => transport.sendMail(mail))
    },
    close: () => transport.close(),
  }
}

function outbox(db: Database, onDemoMail: (mail: Mail) => void): Mailer {
  return {
    async send({ to, subject, text }) {
      const now = new Date()
      await db
        .insertInto('outbox_mail')
        .values({ id: uuidv7(now.getTime()), created_at: now.toISOString(), to_address: to, subject, text })
        .execute()
      onDemoMail({ to, subject, text })
    },
    close: () => {},
  }
}
