import { SMTPServer } from 'smtp-server'

export interface ParsedMail {
  from: string
  to: string[]
  text: string
}

/** A real SMTP server on loopback that keeps what it is given. */
export async function startMailServer(port = 0) {
  const mails: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        mails.push({ from: from ? from.address : '', to: session.envelope.rcptTo.map((one) => one.address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mails,
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
