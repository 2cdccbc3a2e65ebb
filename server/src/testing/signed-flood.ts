import { setTimeout as sleep } from 'node:timers/promises'
import { newSessionId } from '../rails/session-id.ts'
import { newWebhookSecret } from '../rails/webhooks.ts'
import type { TestApp } from './app.ts'
import { sendSigned } from './signed-callers.ts'

/** Collection of 1,000 naira as the switch reports it. */
function aCollectionNotice(app: TestApp, accountNumber: string) {
  return {
    mode: 'PRODUCTION',
    route: 'NIP',
    sessionId: newSessionId(app.clock.now()),
    accountNumber,
    amountKobo: '100000',
    sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '000013' },
  }
}

interface Flood {
  accountNumber: string
  perSecond: number
  wrongPerSecond: number
  seconds: number
}

/** Number of connections that a switch keeps open. */
const atOnce = 100

/**
 * Sends valid collections at a constant rate, without awaiting responses while connections are free, and wrongly signed ones
 * from the same address. Returns the number of responses by status, for the valid and the wrongly signed ones.
 */
export async function signedFlood(app: TestApp, { accountNumber, perSecond, wrongPerSecond, seconds }: Flood) {
  const right = new Map<number, number>()
  const wrong = new Map<number, number>()
  const send = async (counted: Map<number, number>, secret?: string) => {
    const bend = secret === undefined ? {} : { secret }
    const { status } = await sendSigned(app, 'collections', aCollectionNotice(app, accountNumber), bend)
    counted.set(status, (counted.get(status) ?? 0) + 1)
  }
  const stranger = newWebhookSecret()
  const open = new Set<Promise<void>>()
  const begin = async (sending: () => Promise<void>) => {
    while (open.size >= atOnce) await Promise.race(open)
    const sent = sending().finally(() => open.delete(sent))
    open.add(sent)
  }
  const start = performance.now()
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const dueMs = start + (nth * 1000) / perSecond
    if (dueMs > performance.now()) await sleep(dueMs - performance.now())
    await begin(() => send(right))
    const wrongDue =
      Math.floor(((nth + 1) * wrongPerSecond) / perSecond) - Math.floor((nth * wrongPerSecond) / perSecond)
    for (let more = 0; more < wrongDue; more++) await begin(() => send(wrong, stranger))
  }
  await Promise.all(open)
  return { right: Object.fromEntries(right), wrong: Object.fromEntries(wrong), ms: performance.now() - start }
}
