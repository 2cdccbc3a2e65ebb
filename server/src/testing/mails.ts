import { SMTPServer } from 'smtp-server'
import type { TestApp } from './app.ts'
import { eventually } from './payouts.ts'

export interface ParsedMail {
  from: string
  to: string[]
  text: string
}

interface MailServerOptions {
  port?: number
  /** Recipient to which the server never responds. */
  hangsFor?: string
}

/** Starts a real SMTP server on loopback that stores the mails it receives. */
export async function startMailServer({ port = 0, hangsFor }: MailServerOptions = {}) {
  const mails: ParsedMail[] = []
  let hung = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address: to }, _session, done) {
      if (to === hangsFor) hung += 1
      else done()
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        mails.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          text,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mails,
    /** Number of mails left without a response. */
    hung: () => hung,
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface Mail {
  subject: string
  text: string
}

/** Waits for mail to an address with these words in its subject and returns the newest. */
export async function mailTo({ db }: TestApp, email: string, subject: string): Promise<Mail> {
  return await eventually(() =>
    db
      .selectFrom('outbox_mail')
      .select(['subject', 'text'])
      .where('to_address', '=', email)
      .where('subject', 'like', `%${subject}%`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
}
