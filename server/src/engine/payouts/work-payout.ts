import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { hold } from '../../ledger/ledger.ts'
import { LedgerRefusal, type LedgerRefusalCode } from '../../ledger/ledger-refusal.ts'
import { moveTransaction } from '../../ledger/transactions.ts'
import { findBank } from '../../rails/banks.ts'
import { outcomeOf, responseWords } from '../../rails/response-codes.ts'
import { newSessionId } from '../../rails/session-id.ts'
import type { Exchange, Switch } from '../../rails/switch.ts'
import { customerAccount } from '../customer-account.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { NotYet } from '../../jobs/put-back.ts'
import { nairaText } from '../naira-text.ts'
import { logOf, type TrailEntry, writeTrail } from '../trail.ts'
import { applyAnswer } from './apply-answer.ts'
import { failPayout } from './fail-payout.ts'
import { chargesOf, lockPayout, type Payout, routeOf } from './payout.ts'
import { askAgainLater, isOpen, resumePayout } from './requery-payout.ts'

/**
 * Takes a payout from the queue to the switch. It may die at any point and is begun again: what stands in the database
 * tells how far it came, and what may have been sent is asked for before it is sent once more, as the same payment.
 */
export async function workPayout(engine: Engine, { transactionId }: JobKinds['payout']): Promise<void> {
  const { db, clock, outside } = engine
  if (outside.switch === null) throw new Error('No switch is configured')
  const payout = await transact(db, (transaction) => makeReady(transaction, transactionId, clock()))
  if (payout?.status === 'PENDING') {
    const next = await resumePayout(engine, payout)
    if (next === 'send again') await send(engine, outside.switch, payout)
  } else if (payout?.status === 'QUEUED') {
    const enquiry = await askForName(outside.switch, payout, clock())
    const outcome = outcomeOf(enquiry.code)
    if (outcome === 'unknown') {
      // Nothing has been sent: the job is tried again.
      throw new NotYet(`Name enquiry for ${payout.reference}: ${enquiry.problem ?? responseWords(enquiry.code)}`)
    }
    const pending = await transact(db, (transaction) => reserve(engine, transaction, transactionId, enquiry))
    if (pending) await send(engine, outside.switch, pending)
  }
}

/** The session ID and the way out are chosen once and stored before anything is sent. */
async function makeReady(db: Transaction, id: string, at: Date): Promise<Payout | undefined> {
  const payout = await lockPayout(db, id)
  if (payout?.status !== 'QUEUED' || payout.session_id !== null) return payout
  const { route } = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', payout.mode)
    .executeTakeFirstOrThrow()
  const chosen = { session_id: newSessionId(at), route }
  await moveTransaction(db, payout, 'QUEUED', chosen)
  return { ...payout, ...chosen }
}

/** An enquiry is a message of its own, with its own session ID. */
async function askForName(through: Switch, payout: Payout, at: Date) {
  return await through.nameEnquiry(routeOf(payout), {
    sessionId: newSessionId(at),
    bankCode: switchCode(payout.beneficiary_bank_code),
    accountNumber: payout.beneficiary_number ?? '',
  })
}

/** The switch's words for what the ledger refuses. */
const refusalCodes: Record<LedgerRefusalCode, string> = {
  insufficient_funds: '51',
  wallet_disabled: '57',
  post_no_debit: '57',
  daily_limit: '61',
  balance_limit: '61',
}

/** Sets the money aside, or fails the payout; gives the payout that may be sent. */
async function reserve(
  engine: Engine,
  db: Transaction,
  id: string,
  enquiry: Exchange & { accountName: string | null },
): Promise<Payout | null> {
  const at = engine.clock()
  const payout = await lockPayout(db, id)
  // Meanwhile an operator may have failed it, or another worker have sent it.
  if (payout?.status !== 'QUEUED') return null
  const asked: TrailEntry = {
    category: 'TRANSFER_INIT',
    log: logOf(enquiry),
    sentence: enquiry.accountName
      ? `The account belongs to ${enquiry.accountName}`
      : `The account could not be found: ${responseWords(enquiry.code)}`,
  }
  await writeTrail(db, payout, at, [asked])
  const after = new Date(at.getTime() + 1)
  if (outcomeOf(enquiry.code) === 'refused') {
    const sentence = `The name enquiry was refused: ${responseWords(enquiry.code)} (${enquiry.code})`
    await failPayout(db, engine.jobs, payout, { code: enquiry.code, sentence, log: logOf(enquiry), at: after })
    return null
  }
  const holder = { merchantId: payout.merchant_id, walletId: payout.wallet_id }
  const account = await customerAccount(db, holder)
  if (!account) throw new Error(`The account of payout ${payout.reference} is gone`)
  const amountKobo = payout.amount_kobo + chargesOf(payout)
  try {
    await hold(db, { accountId: account.id, merchantId: payout.merchant_id, transactionId: id, amountKobo, at })
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
    await failPayout(db, engine.jobs, payout, {
      code: refusalCodes[error.code],
      sentence: error.message,
      at: after,
    })
    return null
  }
  // The bank knows best whose account it is.
  const beneficiary_name = enquiry.accountName ?? payout.beneficiary_name
  await moveTransaction(db, payout, 'PENDING', { beneficiary_name })
  const sentence = `${nairaText(amountKobo)} set aside`
  await writeTrail(db, payout, after, [{ category: 'FUND_PENDING', log: {}, sentence }])
  return { ...payout, beneficiary_name, status: 'PENDING' }
}

async function send(engine: Engine, through: Switch, payout: Payout): Promise<void> {
  const answer = await through.transfer(routeOf(payout), {
    sessionId: payout.session_id ?? '',
    amountKobo: payout.amount_kobo,
    originator: {
      name: payout.originator_name ?? '',
      accountNumber: payout.originator_number ?? '',
      bankCode: switchCode(payout.originator_bank_code),
    },
    beneficiary: {
      name: payout.beneficiary_name ?? '',
      accountNumber: payout.beneficiary_number ?? '',
      bankCode: switchCode(payout.beneficiary_bank_code),
    },
    narration: payout.narration ?? '',
  })
  await transact(engine.db, async (db) => {
    const at = engine.clock()
    const locked = await lockPayout(db, payout.id)
    if (!locked) return
    const outcome = outcomeOf(answer.code)
    if (outcome !== 'unknown') {
      await applyAnswer(db, engine.jobs, locked, { outcome, exchange: answer, at })
    } else if (isOpen(locked)) {
      // What is held stays held, and it is not sent again: only asking tells.
      await writeTrail(db, locked, at, [{ category: 'FUND_PENDING', log: logOf(answer) }])
      await askAgainLater(engine, db, locked, 1)
    }
  })
}

/** The switch's own code of a bank. */
function switchCode(bankCode: string | null): string {
  return findBank(bankCode ?? '')?.nipCode ?? bankCode ?? ''
}
