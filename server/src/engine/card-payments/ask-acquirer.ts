import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { NotYet } from '../../jobs/put-back.ts'
import type { CardOutcome, CardQuestion } from '../../rails/acquirer.ts'
import type { Engine } from '../engine.ts'
import { readTransaction } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { stillOpen } from './card-payment-words.ts'
import { hearCardPayment } from './hear-card-payment.ts'

/** How long the acquirer may not know of a payment that the payer was sent to it for. */
const unknownForMs = 10 * 60_000

/** Asks the acquirer about a payment of which it has not told, until it has ended. */
export async function askAcquirer(engine: Engine, { transactionId: id }: JobKinds['card-question']): Promise<void> {
  const { db, outside, jobs, clock } = engine
  const row = await readTransaction(db, id)
  if (row?.status !== 'PENDING') return
  if (outside.acquirer === null) throw new NotYet('No acquirer is configured')
  const question = await outside.acquirer.ask(row.reference)
  const at = clock()
  const told = outcomeOf(question, at.getTime() - Date.parse(row.created_at))
  if (told === 'open') {
    await transact(db, (transaction) => writeTrail(transaction, row, at, [stillOpen(question)]))
    throw new NotYet(`Card payment ${row.reference} is open`)
  }
  await transact(db, (transaction) => hearCardPayment(transaction, jobs, { id, told, at }))
}

/** What the question brought; null of a payment that the acquirer never came to know. */
function outcomeOf({ state }: CardQuestion, agoMs: number): CardOutcome | null | 'open' {
  if (state === null || state.outcome === 'OPEN') return 'open'
  if (state.outcome === 'UNKNOWN') return agoMs < unknownForMs ? 'open' : null
  return state
}
