import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@kobo/contract'
import { envelope } from '@kobo/contract/kit/envelope'
import { z } from 'zod'
import type { KeptSession } from './api-session.ts'

const outbox = z.array(z.object({ id: z.string(), text: z.string() }))
const codeWithinMs = 10_000

/** Signs in with a password and an emailed code, as an operator does. */
export async function signIn(server: { baseUrl: string; apiUrl: string }, email: string, password: string) {
  const before = await mails(server.baseUrl, email)
  const started = await post(`${server.apiUrl}${contract.session.login.path}`, { email, password })
  const { challengeId } = envelope(contract.session.login.reply).parse(await started.json()).data
  const code = before === null ? await promptCode() : await mailedCode(server.baseUrl, email, before)
  const verified = await post(`${server.apiUrl}${contract.session.verify.path}`, { challengeId, code })
  const { token, sessionId } = envelope(contract.session.verify.reply).parse(await verified.json()).data
  const cookie = verified.headers.getSetCookie().map((header) => header.split(';')[0])
  return { token, sessionId, cookie: cookie.join('; ') } satisfies KeptSession
}

async function post(url: string, body: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`)
  return response
}

/** Returns the mails in the demo's outbox, newest first; null if there is no outbox. */
async function mails(baseUrl: string, email: string) {
  const response = await fetch(`${baseUrl}/outbox.json?to=${encodeURIComponent(email)}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return response.ok && isJson ? outbox.parse(await response.json()) : null
}

async function mailedCode(baseUrl: string, email: string, before: { id: string }[]): Promise<string> {
  const old = new Set(before.map((mail) => mail.id))
  const giveUpAt = Date.now() + codeWithinMs
  while (Date.now() < giveUpAt) {
    const mail = (await mails(baseUrl, email))?.find((header) => !old.has(header.id))
    const code = mail?.text.match(/\b\d{6}\b/)?.[0]
    if (code !== undefined) return code
    await sleep(100)
  }
  throw new Error(`No code was emailed to ${email}`)
}

async function promptCode(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question('Six-digit code from the email:  ')).trim()
  } finally {
    terminal.close()
  }
}
