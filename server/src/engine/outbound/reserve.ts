import type { Transaction } from '../../db/database.ts'
import { holdAll } from '../../ledger/ledger.ts'
import type { LedgerRefusalCode } from '../../ledger/ledger-refusal.ts'
import { moveTransactions } from '../../ledger/transactions.ts'
import { outcomeOf, responseWords } from '../../rails/response-codes.ts'
import type { Route } from '../../rails/switch.ts'
import { payerAccounts } from '../customer-account.ts'
import { legOf } from '../legs.ts'
import { nairaText } from '../naira-text.ts'
import { chargesOf, lockTransactions, type TransactionRow } from '../transaction-row.ts'
import { type LogEntry, logOf, type TrailEntry, writeTrails } from '../trail.ts'
import { failAll } from './fail.ts'
import type { Means } from './means.ts'
import type { NameAnswer } from './outbound-leg.ts'

/** What is known of an account before money is set aside for it: the answer of now, or a name that was learnt just before. */
export type KnownName = { answer: NameAnswer } | { accountName: string; namedAt: string }

/** One transaction that is about to be sent. */
export interface Reservation {
  transactionId: string
  /** Made once and stored before it is sent. */
  sessionId: string
  route: Route
  name: KnownName
}

/** The switch's words for what the ledger refuses. */
const refusalCodes: Record<LedgerRefusalCode, string> = {
  insufficient_funds: '51',
  wallet_disabled: '57',
  post_no_debit: '57',
  daily_limit: '61',
  balance_limit: '61',
}

/** Sets the money aside, one after the other, or fails the transaction; gives the rows that may be sent now. */
export async function reserveAll(
  db: Transaction,
  means: Means,
  all: readonly Reservation[],
  at: Date,
): Promise<(TransactionRow | null)[]> {
  const locked = await lockTransactions(
    db,
    all.map(({ transactionId }) => transactionId),
  )
  // Meanwhile an operator may have failed one, or another worker have sent it.
  const queued = all.flatMap((reservation) => {
    const row = locked.get(reservation.transactionId)
    const leg = row && legOf(row)
    return row?.status === 'QUEUED' && leg ? [{ ...reservation, row, leg }] : []
  })
  const after = new Date(at.getTime() + 1)
  const [refused, wanted] = split(queued, ({ name }) => 'answer' in name && outcomeOf(name.answer.code) === 'refused')
  const accounts = await payerAccounts(
    db,
    wanted.map(({ row }) => row),
  )
  const refusals = await holdAll(
    db,
    wanted.map(({ row, leg }) => ({
      accountId: accounts.get(row.id) ?? '',
      merchantId: row.merchant_id,
      transactionId: row.id,
      kind: leg.kind,
      amountKobo: row.amount_kobo + chargesOf(row),
      at,
    })),
  )
  const held = wanted
    .filter((_, place) => !refusals[place])
    .map(({ row, name, sessionId, route }) => {
      // The bank knows best whose account it is.
      const accountName = 'answer' in name ? name.answer.accountName : name.accountName
      const more = { session_id: sessionId, route, beneficiary_name: accountName ?? row.beneficiary_name }
      return { row, more, pending: { ...row, ...more, status: 'PENDING' } }
    })
  await moveTransactions(
    db,
    held.map(({ row, more }) => ({ seen: row, to: 'PENDING', more })),
  )
  await writeTrails(db, [
    ...queued.map(({ row, name }) => ({ transaction: row, at, entries: [nameEntry(name)] })),
    ...held.map(({ row }) => ({ transaction: row, at: after, entries: [setAside(row)] })),
  ])
  await failAll(db, means, [
    ...refused.map(({ leg, row, name }) => ({ leg, row, ...nameRefusal(name), inDoubt: false, at: after })),
    ...wanted.flatMap(({ leg, row }, place) => {
      const refusal = refusals[place]
      if (!refusal) return []
      return [{ leg, row, code: refusalCodes[refusal.code], sentence: refusal.message, inDoubt: false, at: after }]
    }),
  ])
  const pending = new Map(held.map((one) => [one.row.id, one.pending]))
  return all.map(({ transactionId }) => pending.get(transactionId) ?? null)
}

function nameEntry(name: KnownName): TrailEntry {
  if ('answer' in name) {
    const { answer } = name
    const sentence = answer.accountName
      ? `The account belongs to ${answer.accountName}`
      : `The account could not be found: ${responseWords(answer.code)}`
    return { category: 'TRANSFER_INIT', log: logOf(answer), sentence }
  }
  const log = { code: '00', request: { askedAt: name.namedAt }, response: { accountName: name.accountName } }
  const sentence = `The account belongs to ${name.accountName}, as its bank had said when the batch was checked`
  return { category: 'TRANSFER_INIT', log, sentence }
}

function setAside(row: TransactionRow): TrailEntry {
  const sentence = `${nairaText(row.amount_kobo + chargesOf(row))} set aside`
  return { category: 'FUND_PENDING', log: {}, sentence }
}

function nameRefusal(name: KnownName): { code: string | null; sentence: string; log?: LogEntry } {
  if (!('answer' in name)) throw new Error('A known name refuses nothing')
  const { code } = name.answer
  return { code, sentence: `The name enquiry was refused: ${responseWords(code)} (${code})`, log: logOf(name.answer) }
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
