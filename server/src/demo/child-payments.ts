import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { creditCollection } from '../engine/collections/receive-collection.ts'
import { findReceivingAccount } from '../engine/collections/receiving-account.ts'
import { failAll } from '../engine/outbound/fail.ts'
import type { Means } from '../engine/outbound/means.ts'
import { approvedWith, refusedWith } from '../engine/outbound/outbound-words.ts'
import { reserveAll } from '../engine/outbound/reserve.ts'
import { succeedAll } from '../engine/outbound/succeed.ts'
import { payoutLeg } from '../engine/payouts/payout-leg.ts'
import { submitPayout } from '../engine/payouts/submit-payout.ts'
import { lockTransaction } from '../engine/transaction-row.ts'
import { logOf } from '../engine/trail.ts'
import { accountNumber } from '../ledger/nuban.ts'
import { type Bank, banks } from '../rails/banks.ts'
import { usualDelays } from '../rails/delays.ts'
import { newSessionId } from '../rails/session-id.ts'
import { named, sent } from './history/exchanges.ts'
import { numbering } from './history/numbering.ts'
import { surnames, womensNames } from './names.ts'
import type { Random } from './random.ts'

/** A child account of the demo world. */
export interface PastChild {
  id: string
  number: string
  mode: Mode
  merchantId: string
  walletId: string | null
  /** Whether its holder may pay. */
  mayPay: boolean
}

/** What has ended asks nobody any more, and what has not is found by the sweep once a server runs. */
const nobody: Means['jobs'] = {
  enqueue: async () => {},
  enqueueAll: async () => {},
  work: async () => {},
  stop: async () => {},
}
/** What the past is carried out with. */
export const means: Means = { jobs: nobody, delays: usualDelays, settings: { switchSilenceMs: 0 } }
/** Webhooks of the past are not sent now. */
const leg = { ...payoutLeg, webhooks: null }

/** Somebody at another bank paid on a child account. */
export async function payIn(db: Transaction, random: Random, child: PastChild, at: Date): Promise<void> {
  const receiver = await findReceivingAccount(db, child.mode, child.number)
  if (!receiver) throw new Error(`Nobody receives on child account ${child.number}`)
  const bank = random.pick(banks)
  const most = child.walletId === null ? 400_000 : 60_000
  const collection = {
    mode: child.mode,
    accountNumber: child.number,
    amountKobo: BigInt(random.whole(2000, most)) * 100n,
    sender: { name: someName(random), accountNumber: someNumber(random, bank), bankCode: bank.code },
    sessionId: newSessionId(at, Number(random.digits(12))),
    narration: random.pick(['Term fees', 'Rent', 'Contribution', 'Invoice', 'Savings']),
    route: 'NIP' as const,
    at,
  }
  await creditCollection(db, collection, receiver)
}

interface PastPayout {
  at: Date
  becomes: 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED'
}

/** A payout of a part of what a child account held then, as far as it has come; nothing of one that held too little. */
export async function payOut(db: Transaction, random: Random, child: PastChild, past: PastPayout): Promise<void> {
  const { at, becomes } = past
  const { available_kobo } = await db
    .selectFrom('account')
    .select('available_kobo')
    .where('id', '=', child.id)
    .executeTakeFirstOrThrow()
  const amountKobo = (available_kobo / BigInt(random.whole(2, 6)) / 10_000n) * 10_000n
  if (amountKobo < 50_000n) return
  const bank = random.pick(banks.filter(({ code }) => code !== '101'))
  const name = someName(random)
  const { transactionId } = await submitPayout(db, nobody, {
    mode: child.mode,
    merchantId: child.merchantId,
    walletId: null,
    childAccountId: child.id,
    amountKobo,
    beneficiary: { name, accountNumber: someNumber(random, bank), bankCode: bank.code },
    narration: random.pick(['Teachers', 'Rent', 'Stock', 'Wages', 'Savings out']),
    reference: numbering(random).reference(at.getTime()),
    at,
  })
  if (becomes === 'QUEUED') return
  const queued = await lockTransaction(db, transactionId)
  if (!queued) throw new Error('The payout is gone')
  const [enquiry, sessionId] = [
    newSessionId(at, Number(random.digits(12))),
    newSessionId(at, Number(random.digits(12))),
  ]
  const route = 'NIP' as const
  const answer = named({ ...queued, route }, enquiry, name.toUpperCase())
  const [row] = await reserveAll(db, means, [{ transactionId, sessionId, route, name: { answer } }], later(at, 800))
  if (!row) throw new Error(`The payout ${queued.reference} should have been held for`)
  if (becomes === 'SUCCESS') {
    const exchange = sent(row, '00')
    const sentence = approvedWith(leg.words, '00')
    await succeedAll(db, means, [{ leg, row, exchange, sentence, at: later(at, 2100) }])
  } else if (becomes === 'FAILED') {
    const [code, sentence] = ['57', refusedWith(leg.words, '57')]
    const log = logOf(sent(row, code))
    await failAll(db, means, [{ leg, row, code, sentence, log, inDoubt: false, at: later(at, 2100) }])
  }
}

/** Some time after. */
export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function someName(random: Random): string {
  return `${random.pick(womensNames)} ${random.pick(surnames)}`
}

/** A valid number whose end does not tell the simulated switch what to do. */
function someNumber(random: Random, { code }: Pick<Bank, 'code'>): string {
  for (;;) {
    const number = accountNumber(Number(random.digits(9)), code)
    if (!/[89]\d\d$/.test(number)) return number
  }
}
