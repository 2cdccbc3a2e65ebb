import { type MessagedType, messagedTypes } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Where a kind is stored, and which column names its merchant, if not a table of that name with `merchant_id`. */
const stored: Partial<Record<MessagedType, { table: string; merchantId: string }>> = {
  merchant: { table: 'merchant', merchantId: 'id' },
  child_account: { table: 'account', merchantId: 'merchant_id' },
}

function recordOf(type: MessagedType): RawBuilder<unknown> {
  const { table, merchantId } = stored[type] ?? { table: type, merchantId: 'merchant_id' }
  const isOfKind = type === 'child_account' ? sql`record.kind = 'CHILD'` : sql`true`
  return sql`
    select from ${sql.table(table)} as record
    where record_type = ${sql.lit(type)} and record.id = record_id and record.mode = record_message.mode
      and record.${sql.ref(merchantId)} = record_message.merchant_id and ${isOfKind}`
}

/** Whether each message is about a record of its mode and merchant, and was audited. */
export const messageChecks: Check[] = [
  {
    faults: {
      'message-without-record': {
        harm: 'auditGaps',
        sentence: 'Messages about records that do not exist in their mode, or are of another merchant',
      },
    },
    rows: sql`
      select 'message-without-record' as kind, record_message.id from record_message
      where not exists (${sql.join(messagedTypes.map(recordOf), sql` union all `)})`,
  },
  {
    faults: {
      'message-without-audit': { harm: 'auditGaps', sentence: 'Messages that were sent without an audit record' },
    },
    rows: sql`
      select 'message-without-audit' as kind, message.id from record_message as message
      where message.at > ${retiredUntil} and not exists (
        select from audit
        where audit.record_type = message.record_type and audit.record_id = message.record_id::text
          and audit.at = message.at and audit.action = 'message.send' and audit.staff_id = message.staff_id
          and audit.merchant_id = message.merchant_id)`,
  },
  {
    faults: {
      'link-to-other-statement': {
        harm: 'auditGaps',
        sentence:
          'Links that were emailed to a merchant, but lead to the statement of another merchant, mode or period',
      },
    },
    rows: sql`
      select 'link-to-other-statement' as kind, message.id
      from statement_link as link
      join record_message as message on message.id = link.message_id
      join statement on statement.id = link.statement_id
      where (statement.merchant_id, statement.mode, statement.start_day, statement.end_day)
        is distinct from (message.merchant_id, message.mode, link.start_day, link.end_day)`,
  },
]
