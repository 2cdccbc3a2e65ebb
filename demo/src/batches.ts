import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { itemProblems } from '@kobo/server/engine/bulk/check-item'
import { itemReference } from '@kobo/server/engine/bulk/open-batch'
import { nameRefusedWith, noRecord, refusedWith } from '@kobo/server/engine/outbound/outbound-messages'
import { nameLastsMs } from '@kobo/server/engine/outbound/outbound'
import { payoutLeg } from '@kobo/server/engine/payouts/payout-leg'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { banks } from '@kobo/server/rails/banks'
import { unknownAccount } from './simulator/switch-answers.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import { noRecordMs } from './history/timeline.ts'
import { surnames, womensNames } from './names.ts'
import type { Past } from './past.ts'
import { undecided } from './past-payouts.ts'
import { type Random, seeded } from './random.ts'
import type { Row } from './world.ts'

export interface BatchCounts {
  COMPLETED: number
  PROCESSING: number
  UPLOADED: number
}

/** Rows are written as JSON, which has no bigint. */
type Item = Omit<Row<'bulk_item'>, 'amount_kobo'> & { amount_kobo: number | null }
/** An item without a reference gets one from its batch. */
type Draft = Omit<Item, 'id' | 'batch_id' | 'position'>

/** Payouts of one merchant on one day, which could have been one batch. */
interface PayDay {
  merchant_id: string
  prefix: string
  from: string
  open: boolean
  payouts: Payout[]
}

interface Payout {
  id: string
  status: string
  reference: string
  name: string | null
  number: string | null
  bank: string | null
  kobo: number
  narration: string | null
  code: string | null
}

const longestBatch = 60
/** Time between a batch's upload and its check. */
const checkMs = 2_000

/** Adds batches that group payouts of the history, and batches not yet checked or sent. */
export async function addBatches(
  db: Transaction,
  { mode, now, seed }: Pick<Past, 'mode' | 'now' | 'seed'>,
  counts: BatchCounts,
): Promise<void> {
  const random = seeded(`${seed} ${mode} batches`)
  const days = await payDays(db, { mode, now, most: 3 * counts.COMPLETED })
  const closed = days.filter(({ open }) => !open)
  const open = days.filter((day) => day.open).slice(0, counts.PROCESSING)
  // If too few are still open, more are completed.
  const completed = counts.COMPLETED + counts.PROCESSING - open.length
  const batches = [
    ...random.several(closed, completed).map((day) => ({ day, status: 'COMPLETED' as const })),
    ...open.map((day) => ({ day, status: 'PROCESSING' as const })),
    ...random.several(closed, counts.UPLOADED).map((day) => ({ day, status: 'UPLOADED' as const })),
  ].map(({ day, status }) => createBatch(random, { day, status, mode, now }))
  if (batches.length === 0) return
  await insertRows(
    db,
    'bulk_batch',
    batches.map(({ batch }) => batch),
  )
  await insertRows(
    db,
    'bulk_item',
    batches.flatMap(({ items }) => items),
  )
}

/** Returns the merchants' busiest days and the latest days with open payouts. */
async function payDays(
  db: Transaction,
  { mode, now, most }: { mode: Mode; now: Date; most: number },
): Promise<PayDay[]> {
  const { rows } = await sql<PayDay>`
    with payout as (
      select t.*, (t.created_at at time zone 'Africa/Lagos')::date as day
      from transaction t
      where t.mode = ${mode} and t.scope = 'MERCHANT' and t.type = 'DEBIT' and t.category = 'BANK_TRANSFER'
        and t.created_at < ${new Date(now.getTime() - 120_000).toISOString()}
    ), day as (
      select merchant_id, day, count(*) as n, bool_or(status in ('QUEUED', 'PENDING')) as open
      from payout group by merchant_id, day
    ), chosen as (
      (select * from day where not open order by n desc, day desc, merchant_id limit ${most})
      union all
      (select * from day where open order by n desc, day desc, merchant_id limit 10)
    )
    select chosen.merchant_id, merchant.prefix, chosen.open, min(payout.created_at) as from,
      json_agg(json_build_object('id', payout.id, 'status', payout.status, 'reference', payout.reference,
        'name', beneficiary_name, 'number', beneficiary_number, 'bank', beneficiary_bank_code, 'kobo', amount_kobo,
        'narration', narration, 'code', response_code) order by payout.created_at, payout.id) as payouts
    from chosen join payout using (merchant_id, day) join merchant on merchant.id = chosen.merchant_id
    group by chosen.merchant_id, chosen.day, chosen.n, chosen.open, merchant.prefix
    order by chosen.n desc, chosen.day desc, chosen.merchant_id`.execute(db)
  return rows
}

interface BatchDraft {
  day: PayDay
  status: keyof BatchCounts
  mode: Mode
  now: Date
}

function createBatch(random: Random, { day, status, mode, now }: BatchDraft) {
  const isSent = status === 'COMPLETED' || status === 'PROCESSING'
  const recently = now.getTime() - random.whole(5, 90) * 60_000
  // Early enough that the payouts' logs show new name enquiries.
  const sentAt = Date.parse(day.from) - checkMs - random.whole(nameLastsMs, 2 * nameLastsMs)
  const at = new Date(isSent ? sentAt : recently)
  const namedAt = new Date(at.getTime() + checkMs).toISOString()
  const reference = `BULK-${day.prefix}-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${random.letters(4)}`
  const createItems = (count: number, state: 'NEW' | 'NOT_PROCESSED') =>
    Array.from({ length: count }, () => newItem(random, day.merchant_id, state, namedAt))
  const drafts = isSent
    ? day.payouts.slice(0, longestBatch).map((payout) => sentItem(day.merchant_id, payout, namedAt))
    : []
  if (status === 'PROCESSING') drafts.push(...createItems(random.whole(12, 24), 'NEW'))
  if (!isSent) drafts.push(...createItems(random.whole(18, 40), 'NOT_PROCESSED'))
  const wrong = isSent ? random.whole(0, Math.min(4, drafts.length / 3)) : 0
  for (let number = 0; number < wrong; number++) {
    drafts.splice(
      random.whole(0, drafts.length),
      0,
      spoiled(random, newItem(random, day.merchant_id, 'NOT_PROCESSED', namedAt)),
    )
  }
  const id = random.id(at)
  const items: Item[] = drafts.map((draft, index) => ({
    ...draft,
    id: random.id(at),
    batch_id: id,
    position: index + 1,
    reference: draft.reference || itemReference(reference, index + 1),
  }))
  const batch: Row<'bulk_batch'> = {
    id,
    mode,
    created_at: at.toISOString(),
    merchant_id: day.merchant_id,
    wallet_id: null,
    reference,
    status,
    total_items: items.length,
    invalid_items: wrong,
    content_hash: null,
    ...undecided,
  }
  return { batch, items }
}

function sentItem(merchantId: string, payout: Payout, namedAt: string): Draft {
  const status = payout.status === 'SUCCESS' || payout.status === 'FAILED' ? payout.status : 'PENDING'
  return {
    merchant_id: merchantId,
    reference: payout.reference,
    beneficiary_name: payout.name,
    account_number: payout.number,
    bank_code: payout.bank,
    amount_text: (payout.kobo / 100).toFixed(2),
    amount_kobo: payout.kobo,
    narration: payout.narration,
    status,
    problem: status === 'FAILED' ? refusal(payout.code) : null,
    warning: null,
    named_at: namedAt,
    transaction_id: payout.id,
  }
}

/** Returns the message of a failed payout. */
function refusal(code: string | null): string {
  if (code === unknownAccount) return nameRefusedWith(code)
  return code === '25' ? noRecord(payoutLeg.labels, noRecordMs) : refusedWith(payoutLeg.labels, code)
}

/** Returns an item of a batch for a new beneficiary. */
export function newItem(random: Random, merchantId: string, status: 'NEW' | 'NOT_PROCESSED', namedAt: string): Draft {
  const bank = random.pick(banks)
  const naira = random.whole(500, 4_000)
  return {
    merchant_id: merchantId,
    reference: '',
    beneficiary_name: `${random.pick(womensNames)} ${random.pick(surnames)}`,
    account_number: quietNumber(random, bank.code),
    bank_code: bank.code,
    amount_text: `${naira}.00`,
    amount_kobo: naira * 100,
    narration: 'Salary',
    status,
    problem: null,
    warning: null,
    named_at: status === 'NEW' ? namedAt : null,
    transaction_id: null,
  }
}

/** Returns a valid account number whose last digits trigger no special behaviour of the simulated switch. */
function quietNumber(random: Random, bankCode: string): string {
  for (;;) {
    const number = accountNumber(random.whole(0, 999_999_999), bankCode)
    if (!/[89]\d\d$/.test(number)) return number
  }
}

function spoiled(random: Random, item: Draft): Draft {
  const faults: Partial<Draft>[] = [
    { account_number: item.account_number?.slice(1) ?? null, problem: itemProblems.accountNumber },
    { bank_code: '000', problem: itemProblems.bank('000') },
    { amount_text: '2.500,00', amount_kobo: null, problem: itemProblems.amount },
    { problem: nameRefusedWith(unknownAccount) },
  ]
  return { ...item, ...random.pick(faults) }
}
