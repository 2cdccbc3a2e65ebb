import { messagedTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { messageChecks } from './message-checks.ts'

const { shop } = await healthyLedger()
const at = '2026-03-04T10:00:00.000Z'

interface SomeMessage {
  type?: string
  recordId?: string
  merchantId?: string
  mode?: string
  isAudited?: boolean
  /** Last day of the statement to which it links; that of the statement is 4 March. */
  linkEnds?: string
}

async function aMessage(t: Transaction, message: SomeMessage): Promise<void> {
  const { type = 'merchant', recordId = shop.merchantId, merchantId = shop.merchantId } = message
  const { mode = 'PRODUCTION', isAudited = true } = message
  const staffId = await someStaff(t)
  const id = uuidv7()
  await sql`
    insert into record_message (id, mode, record_type, record_id, merchant_id, staff_id, at, recipient, subject, text, email)
    values (${id}, ${mode}, ${type}, ${recordId}, ${merchantId}, ${staffId}, ${at}, 'MERCHANT', 'Hello', 'Hello',
      'desk@adire.test')`.execute(t)
  if (message.linkEnds !== undefined) await aLink(t, id, { staffId, merchantId, linkEnds: message.linkEnds })
  if (!isAudited) return
  await sql`
    insert into audit (id, at, staff_id, action, record_type, record_id, merchant_id)
    values (${uuidv7(Date.parse(at))}, ${at}, ${staffId}, 'message.send', ${type}, ${recordId}, ${merchantId})`.execute(
    t,
  )
}

async function aLink(
  t: Transaction,
  messageId: string,
  { staffId, merchantId, linkEnds }: { staffId: string; merchantId: string; linkEnds: string },
): Promise<void> {
  const [statementId, fileId] = [uuidv7(Date.parse(at)), uuidv7(Date.parse(at))]
  await sql`
    insert into file (id, created_at, mode, name, content_type, storage_key, status, staff_id)
    values (${fileId}, ${at}, 'PRODUCTION', 'a.csv', 'text/csv', ${fileId.replaceAll('-', '')}, 'MAKING', ${staffId})`.execute(
    t,
  )
  await sql`
    insert into statement (id, mode, merchant_id, staff_id, created_at, start_day, end_day, csv_file_id)
    values (${statementId}, 'PRODUCTION', ${merchantId}, ${staffId}, ${at}, '2026-03-01', '2026-03-04', ${fileId})`.execute(
    t,
  )
  await sql`
    insert into statement_link (message_id, statement_id, start_day, end_day)
    values (${messageId}, ${statementId}, '2026-03-01', ${linkEnds})`.execute(t)
}

describe('message checks', () => {
  testChecks(messageChecks, [
    [
      'a message about a record of the other mode',
      { 'message-without-record': 1 },
      (t) => aMessage(t, { mode: 'SANDBOX' }),
    ],
    [
      'a message to another merchant than that of its record',
      { 'message-without-record': 1 },
      (t) => aMessage(t, { merchantId: uuidv7() }),
    ],
    [
      'a link to the statement of another period',
      { 'link-to-other-statement': 1 },
      (t) => aMessage(t, { linkEnds: '2026-03-05' }),
    ],
    ['a message without an audit record', { 'message-without-audit': 1 }, (t) => aMessage(t, { isAudited: false })],
  ])

  it('finds nothing wrong with a link to the right statement', async () => {
    expect(await findingsAfter((t) => aMessage(t, { linkEnds: '2026-03-04' }))).toEqual({})
  })

  it.each(messagedTypes)('finds a message about a %s that does not exist', async (type) => {
    expect(await findingsAfter((t) => aMessage(t, { type, recordId: uuidv7() }))).toEqual({
      'message-without-record': 1,
    })
  })

  it.each([
    ['merchant', 'select id, id as merchant_id, mode from merchant limit 1'],
    ['wallet', 'select id, merchant_id, mode from wallet limit 1'],
    ['child_account', "select id, merchant_id, mode from account where kind = 'CHILD' limit 1"],
    ['transaction', 'select id, merchant_id, mode from transaction limit 1'],
  ])('finds nothing wrong with a message about a %s', async (type, find) => {
    const plant = async (t: Transaction) => {
      const { rows } = await sql<{ id: string; merchant_id: string; mode: string }>`${sql.raw(find)}`.execute(t)
      const [record] = rows
      if (!record) throw new Error('The healthy ledger has none')
      await aMessage(t, { type, recordId: record.id, merchantId: record.merchant_id, mode: record.mode })
    }
    expect(await findingsAfter(plant)).toEqual({})
  })
})
