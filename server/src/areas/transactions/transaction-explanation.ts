import { naira } from '@kobo/contract/kit/naira'
import type { transactionExplanation } from '@kobo/contract/transaction-explanation'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { legOf } from '../../engine/legs.ts'
import { customerReply } from '../../engine/explanation/customer-reply.ts'
import { merchantReply } from '../../engine/explanation/merchant-reply.ts'
import { explainTransaction } from '../../engine/explanation/explain-transaction.ts'
import { providerName } from '../../engine/outbound/outbound-messages.ts'
import type { TransactionRow } from '../../engine/transaction-row.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { asLedgerLine } from '../../ledger/transfer-lines.ts'
import { knownTexts } from '../../rails/response-codes.ts'
import { readFacts } from './read-facts.ts'

/** Limit that keeps an explanation readable. */
const maxResponses = 100

/** Explains what happened to a transaction and where its money is, from one snapshot. */
export const readTransactionExplanation: Handler<typeof transactionExplanation.tell> = async (
  { transactionId },
  { db, mode, now },
) =>
  await withSnapshot(db, async (snapshot) => {
    const row = await findWithNames(snapshot, transactionId).where('t.mode', '=', mode).executeTakeFirst()
    if (!row) throw notFound('This transaction')
    const { facts, holds, transfers, answers: responses } = await readFacts(snapshot, row, now)
    const labels = legOf(row)?.labels
    return {
      story: {
        sentence: explainTransaction(facts),
        reply: merchantReply(facts),
        customerReply: customerReply(facts),
        other: labels
          ? providerName(labels)
          : row.category === 'CARD_PAYMENT' && row.type === 'CREDIT'
            ? 'the acquirer'
            : null,
        next: facts.next,
        asked: responses.length,
        answers: responses
          .slice(-maxResponses)
          .toReversed()
          .map(({ id, at, code }) => ({ id, at, responseCode: code, responseText: knownTexts(code) })),
        holds: holds.map((hold) => ({
          id: hold.id,
          accountId: hold.account_id,
          name: hold.account_name,
          amount: naira(hold.amount_kobo),
          status: hold.status,
          createdAt: hold.created_at,
          endedAt: hold.ended_at,
        })),
        transfers: transfers.map(({ id, at, kind, lines }) => ({
          id,
          createdAt: at,
          kind,
          lines: lines.map(asLedgerLine),
        })),
        origin: await originOf(snapshot, row),
      },
    }
  })

/** Transaction with the names of its merchant and account holder. */
function findWithNames(db: Database, transactionId: string) {
  return db
    .selectFrom('transaction as t')
    .innerJoin('merchant', 'merchant.id', 't.merchant_id')
    .leftJoin('account', 'account.id', 't.account_id')
    .leftJoin('store', 'store.id', 't.account_id')
    .leftJoin('terminal', 'terminal.id', 't.account_id')
    .selectAll('t')
    .select('business_name')
    .select(
      sql<string>`coalesce(store.name, 'terminal ' || terminal.serial_number,
        case when t.scope = 'MERCHANT' then business_name else account.account_name end, business_name)`.as('holder'),
    )
    .where('t.id', '=', transactionId)
}

/** Returns the batch, scheduled payout or recurring payout that submitted a payout. */
async function originOf(db: Database, { id, category, reference }: TransactionRow) {
  if (category !== 'BANK_TRANSFER') return null
  const recurring = /^RECURRING-([0-9A-F-]{36})-(\d{4})(\d\d)(\d\d)$/.exec(reference)
  const { rows } = await sql<{ batchReference: string | null; scheduleId: string | null; recurringId: string | null }>`
    select
      (select reference from bulk_batch where id = (select batch_id from bulk_item where transaction_id = ${id}))
        as "batchReference",
      (select id from scheduled_payout where transaction_id = ${id}) as "scheduleId",
      (select recurring_id from recurring_run where recurring_id = ${recurring?.[1]?.toLowerCase() ?? null}
        and day = ${recurring ? recurring.slice(2).join('-') : null} and transaction_id = ${id}) as "recurringId"
  `.execute(db)
  const [found] = rows
  return found && Object.values(found).some((value) => value !== null) ? found : null
}
