import { dayStart } from '@kobo/contract/kit/day'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import { lagosDayOf } from '../../ledger/account-days.ts'
import { terminalMonthKobo } from '../../ledger/charge-rates.ts'
import { post } from '../../ledger/ledger.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { allLevies, withLevies } from '../../ledger/levies.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import { terminalFeeReference, terminalFeeReferenceOf } from './store-messages.ts'
import { holderOf, partyColumns } from '../parties.ts'

/** Months for which unpaid terminal fees stay due. */
const maxMonthsDue = 12

interface TerminalMonth {
  mode: Mode
  merchantId: string
  storeId: string
  terminalId: string
  serialNumber: string
  accountNumber: string
  /** Format `2026-11`. */
  month: string
  at: Date
}

/** Charges stores their terminals' monthly fees up to the day's month, each once; retries daily while funds are short. */
export function billTerminals({ db, clock }: Pick<Engine, 'db' | 'clock'>): ItemJob {
  return {
    name: 'bill-terminals',
    due: { dailyAtMs: 0 },
    find: (after) => nextIds(db.selectFrom('terminal').select('id'), after),
    async process(terminalId, day) {
      for (const due of await monthsDue(db, [terminalId], day)) {
        await transact(db, (t) => billTerminal(t, { ...due, at: clock() }))
      }
    },
  }
}

/** Charges a store for a terminal's month, with VAT, once. Posts nothing if funds are insufficient. */
export async function billTerminal(db: Transaction, due: TerminalMonth): Promise<'taken' | 'owed'> {
  const { mode, merchantId, storeId, terminalId, month, at } = due
  const reference = terminalFeeReference(month, due.accountNumber)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charge ${mode} ${reference}`}, 0))`.execute(db)
  const existing = db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('merchant_id', '=', merchantId)
  if (await existing.executeTakeFirst()) return 'taken'
  // At the rates of the due date, however late it is paid.
  const levied = { amountKobo: 0n, at: dayStart(`${month}-01`), toAnotherBank: false }
  const { feeKobo, vatKobo } = withLevies(await allLevies(db), terminalMonthKobo, levied)
  const id = uuidv7(at.getTime())
  try {
    await post(db, {
      mode,
      kind: 'CHARGE',
      source: 'stores',
      reference,
      transactionId: id,
      merchantId,
      at,
      lines: [
        { accountId: storeId, amountKobo: -(feeKobo + vatKobo), transactionId: id },
        { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: feeKobo },
        { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: vatKobo },
      ],
    })
  } catch (error) {
    if (error instanceof LedgerRefusal) return 'owed'
    throw error
  }
  const payer = await db.selectFrom('account').selectAll().where('id', '=', storeId).executeTakeFirstOrThrow()
  await recordTransaction(db, {
    id,
    mode,
    scope: 'STORE',
    merchant_id: merchantId,
    account_id: storeId,
    terminal_id: terminalId,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    type: 'DEBIT',
    category: 'DEBIT_STORE',
    status: 'SUCCESS',
    amount_kobo: feeKobo,
    vat_kobo: vatKobo,
    reference,
    ...partyColumns({ originator: holderOf(payer), beneficiary: null }),
    narration: `Terminal ${due.serialNumber}, ${month}`,
  })
  return 'taken'
}

/** Returns unpaid months up to the day's, oldest first: a year at most, none that began while the terminal was inactive. */
export async function monthsDue(
  db: Database,
  terminalIds: readonly string[],
  day: string,
): Promise<Omit<TerminalMonth, 'at'>[]> {
  const monthOf = (column: string) => sql`date_trunc('month', ${lagosDayOf(sql.ref(column))}::timestamp)`
  const current = sql`date_trunc('month', ${day}::timestamp)`
  const { rows } = await sql<Omit<TerminalMonth, 'at' | 'mode'> & { mode: string }>`
    select terminal.mode, terminal.merchant_id as "merchantId", store_id as "storeId", terminal.id as "terminalId",
      serial_number as "serialNumber", account_number as "accountNumber", to_char(month, 'YYYY-MM') as month
    from terminal join account on account.id = terminal.id, lateral generate_series(
      greatest(${monthOf('active_since')}, ${current} - make_interval(months => ${maxMonthsDue - 1})),
      least(${current}, ${monthOf('terminal.inactive_since')}),
      interval '1 month'
    ) as month
    where terminal.id = any(${terminalIds}::uuid[]) and not exists (
      select from transaction
      where reference = ${terminalFeeReferenceOf(sql`to_char(month, 'YYYY-MM')`, sql.ref('account_number'))}
        and transaction.mode = terminal.mode and type = 'DEBIT')
    order by terminal.id, month`.execute(db)
  return rows.map((row) => ({ ...row, mode: modeOfRow(row) }))
}
