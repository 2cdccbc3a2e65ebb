import type { Mode } from '@kobo/contract/kit/mode'
import type { HistoryType } from '@kobo/contract/kit/record-histories'
import { isRecordType, type RecordType, recordKinds, recordTypes } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { notFound } from '../http/http-error.ts'
import { mayDo } from '../http/rights.ts'
import type { Staff } from '../http/staff.ts'
import { isUuid } from '../uuid.ts'

/** Where the records of a kind are stored and what names them, in terms of the table's columns. */
interface Source {
  /** Table or subquery with an id, and with a mode unless `inBothModes`. */
  table: RawBuilder<unknown>
  name: RawBuilder<unknown>
  merchantId?: RawBuilder<unknown>
  walletId?: RawBuilder<unknown>
  parentId?: RawBuilder<unknown>
  /** Whether its records belong to neither mode. */
  inBothModes?: true
  /** Whether its ids are no UUIDs. */
  hasTextId?: true
}

const merchantId = sql`merchant_id`
const walletId = sql`wallet_id`
const merchantName = sql`(select business_name from merchant where merchant.id = merchant_id)`
const accountName = sql`(select account_name from account where account.id = account_id)`
const walletName = sql`(select account_name from wallet where wallet.id = wallet_id)`
const storeFields = { name: sql`name`, merchantId }

/** Where each kind is stored that has a history; the audit alone knows the others. */
const historySources: Readonly<Record<HistoryType, Source>> = {
  merchant: { table: sql`merchant`, name: sql`business_name`, merchantId: sql`id` },
  merchant_upgrade: { table: sql`merchant_upgrade`, name: merchantName, merchantId },
  freeze: { table: sql`account_freeze`, name: sql`coalesce(${accountName}, ${merchantName})`, merchantId },
  lien: { table: sql`lien`, name: accountName, merchantId },
  partner: { table: sql`partner`, name: sql`name` },
  wallet: { table: sql`wallet`, name: sql`account_name`, merchantId, walletId: sql`id` },
  wallet_upgrade: { table: sql`wallet_upgrade`, name: walletName, merchantId, walletId },
  child_account: {
    table: sql`(select * from account where kind = 'CHILD') as child`,
    name: sql`account_name`,
    merchantId,
    walletId,
  },
  virtual_account: { table: sql`virtual_account`, name: sql`account_name`, merchantId, walletId },
  checkout: { table: sql`checkout`, name: sql`reference`, merchantId },
  payment_link: { table: sql`payment_link`, name: sql`description`, merchantId },
  transaction: { table: sql`transaction`, name: sql`reference`, merchantId, walletId },
  refund: {
    table: sql`refund`,
    name: sql`(select reference from transaction where transaction.id = refund.transaction_id)`,
    merchantId,
    parentId: sql`refund_transaction_id`,
  },
  dispute: { table: sql`dispute`, name: sql`customer`, merchantId },
  settlement: {
    table: sql`settlement`,
    name: sql`coalesce((select reference from transaction where transaction.id = transaction_id), ${merchantName})`,
    merchantId,
    parentId: sql`subaccount_id`,
  },
  subaccount: { table: sql`subaccount`, name: sql`name`, merchantId },
  bulk_batch: { table: sql`bulk_batch`, name: sql`reference`, merchantId },
  scheduled_payout: { table: sql`scheduled_payout`, name: sql`beneficiary_name`, merchantId, walletId },
  recurring_payout: { table: sql`recurring_payout`, name: sql`beneficiary_name`, merchantId, walletId },
  card: { table: sql`card`, name: sql`holder_name || ', ' || masked_pan`, merchantId, walletId },
  card_batch: { table: sql`card_batch`, name: sql`reference`, merchantId },
  store: { table: sql`store`, ...storeFields },
  terminal: { table: sql`terminal`, name: sql`serial_number`, merchantId },
  service: { table: sql`service`, name: sql`name`, inBothModes: true },
  contact_message: { table: sql`contact_message`, name: sql`name`, merchantId },
  statement: { table: sql`statement`, name: merchantName, merchantId },
  ledger_check: { table: sql`ledger_check`, name: sql`null`, inBothModes: true },
  staff: { table: sql`staff`, name: sql`concat_ws(' ', first_name, last_name)`, inBothModes: true },
  role: { table: sql`role`, name: sql`name`, inBothModes: true, hasTextId: true },
  session: {
    table: sql`session`,
    name: sql`(select concat_ws(' ', first_name, last_name) from staff where staff.id = staff_id)`,
    inBothModes: true,
  },
  download: { table: sql`download`, name: sql`place` },
  list_view: { table: sql`list_view`, name: sql`name`, inBothModes: true },
  invite: {
    table: sql`(select email as id, concat_ws(' ', first_name, last_name) as name from invite) as invite`,
    name: sql`name`,
    inBothModes: true,
    hasTextId: true,
  },
  transfer_route: {
    table: sql`(values ('PRODUCTION', 'PRODUCTION', 'Live'), ('SANDBOX', 'SANDBOX', 'Test')) as route (id, mode, name)`,
    name: sql`name`,
    hasTextId: true,
  },
}

const sources: Readonly<Partial<Record<RecordType, Source>>> = historySources

/** Returns the kinds of records about which an operator may read. */
export function readableTypes(staff: Pick<Staff, 'rights'>): RecordType[] {
  return recordTypes.filter((type) => mayDo(staff, recordKinds[type].permission))
}

/** Returns the id of a record as it is stored; throws a 404 unless the operator may read the record in their mode. */
export async function requireReadable(
  { db, mode, staff }: { db: Database; mode: Mode; staff: Staff },
  type: RecordType,
  id: string,
): Promise<string> {
  const { label, permission } = recordKinds[type]
  const source = sources[type]
  const missing = notFound(`This ${label.toLowerCase()}`)
  if (!source || !mayDo(staff, permission) || !(source.hasTextId || isUuid(id))) throw missing
  const inMode = source.inBothModes ? sql`true` : sql`mode = ${mode}`
  const { rows } = await sql<{ id: string }>`
    select id::text from ${source.table} where id = ${id} and ${inMode} limit 1`.execute(db)
  const [found] = rows
  if (!found) throw missing
  return found.id
}

export interface NamedRecord {
  name: string | null
  merchantId: string | null
  walletId: string | null
  parentId: string | null
}

/** Returns what names each record that still exists, by `type id`, whatever its mode. One statement. */
export async function nameRecords(
  db: Database,
  records: readonly { record_type: string; record_id: string }[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const wanted = new Map<RecordType, Set<string>>()
  for (const { record_type: type, record_id: id } of records) {
    if (!isRecordType(type) || !sources[type] || !(sources[type].hasTextId || isUuid(id))) continue
    wanted.set(type, (wanted.get(type) ?? new Set()).add(id))
  }
  const parts = [...wanted].flatMap(([type, ids]) => {
    const source = sources[type]
    if (!source) return []
    const { merchantId: merchant = sql`null`, walletId: wallet = sql`null`, parentId: parent = sql`null` } = source
    const list = [...ids]
    const matches = source.hasTextId ? sql`id = any(${list}::text[])` : sql`id = any(${list}::uuid[])`
    return sql`select ${`${type} `} || id as key, ${source.name}::text as name, (${merchant})::text as "merchantId",
      (${wallet})::text as "walletId", (${parent})::text as "parentId" from ${source.table} where ${matches}`
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<NamedRecord & { key: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, ...record }) => [key, record]))
}
