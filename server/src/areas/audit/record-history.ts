import type { audit, AuditEntry } from '@kobo/contract/audit'
import type { Mode } from '@kobo/contract/kit/mode'
import type { RecordType } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { statusText } from '../../engine/disputes/dispute-messages.ts'
import type { Handler } from '../../http/handler.ts'
import { readableTypes, requireReadable } from '../record-access.ts'
import { asAuditEntries, type AuditRow, auditColumns } from './audit-entry.ts'

type Ids = RawBuilder<{ id: string }>

/** Records that belong to another one, whose audit is part of its history. */
type Part = (id: string) => { type: RecordType; ids: Ids }

const freezesOf: Part = (id) => ({
  type: 'freeze',
  ids: sql`select id from account_freeze where account_id = ${id}`,
})
const liensOf: Part = (id) => ({ type: 'lien', ids: sql`select id from lien where account_id = ${id}` })
const accountOf = (walletId: string) => sql`(select id from account where kind = 'WALLET' and wallet_id = ${walletId})`

const parts: Readonly<Partial<Record<RecordType, readonly Part[]>>> = {
  merchant: [
    (id) => ({ type: 'merchant_upgrade', ids: sql`select id from merchant_upgrade where merchant_id = ${id}` }),
    (id) => ({
      type: 'freeze',
      ids: sql`select id from account_freeze where merchant_id = ${id} and account_id is null`,
    }),
    (id) => ({ type: 'lien', ids: sql`select id from lien where merchant_id = ${id} and kind = 'MERCHANT'` }),
  ],
  wallet: [
    (id) => ({ type: 'wallet_upgrade', ids: sql`select id from wallet_upgrade where wallet_id = ${id}` }),
    (id) => ({ type: 'freeze', ids: sql`select id from account_freeze where account_id = ${accountOf(id)}` }),
    (id) => ({ type: 'lien', ids: sql`select id from lien where account_id = ${accountOf(id)}` }),
  ],
  child_account: [freezesOf, liensOf],
  store: [freezesOf, liensOf],
  subaccount: [freezesOf, liensOf],
  transaction: [
    (id) => ({
      type: 'refund',
      ids: sql`select id from refund where ${id} in (transaction_id, refund_transaction_id)`,
    }),
    (id) => ({ type: 'dispute', ids: sql`select id from dispute where transaction_id = ${id}` }),
  ],
}

/** What happened without an operator: one row each, with the time, and what to show. */
const events: Readonly<Partial<Record<RecordType, (id: string) => RawBuilder<unknown>>>> = {
  transaction: (id) => sql`
    select id, created_at as at, description as event, null as status, null as reason, null as merchant_name
    from activity where transaction_id = ${id}`,
  // An operator's activity is in the audit.
  dispute: (id) => sql`
    select activity.id, activity.created_at as at, null, status, reason,
      case role when 'MERCHANT' then (select business_name from merchant where merchant.id = activity.merchant_id) end
    from dispute_activity as activity where dispute_id = ${id} and role is distinct from 'ADMIN'`,
}

interface Found {
  id: string
  at: string
  event: string | null
  status: string | null
  reason: string | null
  merchant_name: string | null
  is_audited: boolean
}

/** Lists what happened to a record and its parts, newest first. */
export const recordHistory: Handler<typeof audit.recordHistory> = async (input, context) => {
  const { recordType, recordId, only, page, size } = input
  const { mode } = context
  return await withSnapshot(context.db, async (snapshot) => {
    await requireReadable({ ...context, db: snapshot }, recordType, recordId)
    const branches = [
      ofRecord(recordType, recordId, mode),
      ...partsOf(recordType, recordId, readableTypes(context.staff)),
    ]
    const happened = only === undefined ? events[recordType]?.(recordId) : undefined
    if (happened) branches.push(sql`select happened.*, false from (${happened}) as happened`)
    // The newest of each branch are read in the order of its index, however many there are.
    const newest = branches.map((branch) => sql`(${branch} order by at desc, id desc limit ${page * size})`)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${unionOf(branches)}`.execute(snapshot)
    const { rows } = await sql<Found>`
      select * from ${unionOf(newest)}
      order by at desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(snapshot)
    const ids = rows.filter(({ is_audited: isAudited }) => isAudited).map(({ id }) => id)
    const audited = await sql<AuditRow>`select ${auditColumns} from audit where id = any(${ids}::uuid[])`.execute(
      snapshot,
    )
    const entries = new Map((await asAuditEntries(snapshot, audited.rows)).map((entry) => [entry.id, entry]))
    const history = rows.map((row) => entries.get(row.id) ?? asEvent(row, recordType, recordId, mode))
    return { totalRecords: counted.rows[0]?.total ?? 0, history }
  })
}

function unionOf(branches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(branches, sql` union all `)}) as found (id, at, event, status, reason, merchant_name, is_audited)`
}

const audited = sql`id, at, null::text, null::text, null::text, null::text, true`

function ofRecord(type: RecordType, id: string, mode: Mode): RawBuilder<unknown> {
  // A service is switched in each mode on its own.
  const inMode = type === 'service' ? sql`and mode = ${mode}` : sql``
  return sql`select ${audited} from audit where record_type = ${type} and record_id = ${id} ${inMode}`
}

function partsOf(type: RecordType, id: string, readable: readonly RecordType[]): RawBuilder<unknown>[] {
  const readableParts = (parts[type] ?? []).map((part) => part(id)).filter((part) => readable.includes(part.type))
  return readableParts.map(
    ({ type: partType, ids }) => sql`select ${audited} from audit
      where record_type = ${sql.lit(partType)} and record_id = any(array(select part.id::text from (${ids}) as part))`,
  )
}

function asEvent(row: Found, recordType: RecordType, recordId: string, mode: Mode): AuditEntry {
  const status = row.status === null ? null : statusText(row.status)
  return {
    id: row.id,
    createdAt: row.at,
    title: row.event ?? `The dispute is ${(status ?? '').toLowerCase()}`,
    mode,
    staffName: row.merchant_name,
    reason: row.reason,
    recordType,
    recordId,
    changes: [],
  }
}
