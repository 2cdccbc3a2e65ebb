import type { freezes } from '@kobo/contract/freezes'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import { boundAccounts, type FreezeSubject, readSubjectOf } from '../../engine/freezes/freeze-subject.ts'
import { readPage } from '../../db/read-page.ts'
import { isPaymentFrozen } from '../../ledger/frozen-accounts.ts'
import type { Handler } from '../../http/handler.ts'

/** Lists payments that are sent and still open, oldest first, which a freeze does not stop. */
export const movingPayments: Handler<typeof freezes.moving> = async (input, { db, mode }) => {
  const subject = await readSubjectOf(db, mode, input)
  const isSent = sql<boolean>`${paymentsOf(subject, 'PENDING')}`
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: snapshot.selectFrom('transaction').where(isSent),
    shown: snapshot
      .selectFrom('transaction')
      .select(['id', 'created_at', 'category', 'reference', 'beneficiary_name', 'amount_kobo', 'status'])
      .select((eb) =>
        eb
          .selectFrom('hold')
          .select('created_at')
          .whereRef('transaction_id', '=', 'transaction.id')
          .limit(1)
          .as('sent_at'),
      )
      .where(isSent)
      .orderBy('created_at')
      .orderBy('id'),
  }))
  const sums = await sql<{ status: string; n: bigint; kobo: bigint }>`
    select status, count(*) as n, sum(amount_kobo)::bigint as kobo from transaction
    where ${paymentsOf(subject, 'PENDING')} or (${paymentsOf(subject, 'QUEUED')} and ${isPaymentFrozen}) group by status`.execute(
    db,
  )
  const sumOf = (status: string) => sums.rows.find((row) => row.status === status) ?? { n: 0n, kobo: 0n }
  const waiting = sumOf('QUEUED')
  return {
    totalRecords,
    amount: naira(sumOf('PENDING').kobo),
    waiting: { count: Number(waiting.n), amount: naira(waiting.kobo) },
    payments: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      sentAt: row.sent_at,
      category: row.category,
      reference: row.reference,
      beneficiary: row.beneficiary_name,
      amount: naira(row.amount_kobo),
      status: row.status,
    })),
  }
}

/** Condition of the outbound payments of a subject that are not sent yet (QUEUED) or whose outcome is open (PENDING). */
export function paymentsOf(subject: FreezeSubject, status: 'QUEUED' | 'PENDING') {
  return sql`(
    transaction.merchant_id = ${subject.merchantId} and transaction.status = ${status} and type = 'DEBIT'
    and category in ('BANK_TRANSFER', 'BILL_PAYMENT', 'SETTLEMENT', 'REFUND')
    and transaction.account_id in ${boundAccounts(subject)}
  )`
}
