import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { type NotedType, notedTypes } from '@kobo/contract/kit/record-kinds'
import { notes } from '@kobo/contract/notes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newReference } from '../../engine/reference.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aRequest, everyCall } from '../../testing/every-call.ts'
import { aBvnRecord } from '../../testing/factories.ts'
import { aCheckout, aPaymentLink } from '../../testing/payment-requests.ts'
import { eventually, ownAccount } from '../../testing/payouts.ts'
import { aSigner, partnersOf, sendSigned } from '../../testing/signed-callers.ts'
import { personalNumbers, type Records, someRecords } from '../../testing/some-records.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { serverRoot } from '../../server-folder.ts'

const { contact, disputes, downloads, freezes, statements } = contract

const marker = 'zebrafish'
/** Id that the contract's name for the kind stands for in `someRecords`; built-in records by their own id. */
const recordOf: Record<NotedType, (records: Records) => string | undefined> = {
  merchant: (records) => records['merchant'],
  merchant_upgrade: (records) => records['upgrade request'],
  wallet: (records) => records['wallet'],
  wallet_upgrade: (records) => records['request'],
  child_account: (records) => records['child account'],
  transaction: (records) => records['transaction'],
  dispute: (records) => records['dispute'],
  settlement: (records) => records['settlement'],
  subaccount: (records) => records['sub-account'],
  bulk_batch: (records) => records['payout batch'],
  scheduled_payout: (records) => records['scheduled payout'],
  recurring_payout: (records) => records['recurring payout'],
  card: (records) => records['card'],
  card_batch: (records) => records['batch'],
  store: (records) => records['store'],
  contact_message: (records) => records['message'],
  transfer_route: () => 'PRODUCTION',
  role: () => 'SUPPORT',
}

let app: TestApp
let ada: Client
let bola: Client
let records: Records
let signer: Awaited<ReturnType<typeof aSigner>>

async function noteOn(recordType: NotedType, recordId: string): Promise<void> {
  const text = `${marker} on a ${recordType}, @Bola Okonkwo`
  const reply = await ada.call(notes.write, { recordType, recordId, text, mentions: [bola.staffId] })
  if (reply.status !== 200) throw new Error(`No note on a ${recordType}: ${reply.text}`)
}

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  bola = await app.signIn({ firstName: 'Bola' })
  await aBvnRecord(app.db, { bvn: personalNumbers.owner })
  records = await someRecords(app.db, 'PRODUCTION', app.clock.now(), ada.staffId)
  signer = await aSigner(app)
  for (const type of notedTypes) {
    await noteOn(type, recordOf[type](records) ?? '')
  }
  await noteOn('merchant', signer.id)
})
afterAll(() => app.close())

const page = async (address: string) => Buffer.from(await (await fetch(new URL(address, app.url))).arrayBuffer())

/** Returns whether bytes contain the marker, also within the compressed streams of a PDF. */
function hasMarker(bytes: Buffer): boolean {
  const streams = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(
    ([, text = '']) => {
      try {
        return [inflateSync(Buffer.from(text, 'latin1'))]
      } catch {
        return []
      }
    },
  )
  return [bytes, ...streams].some((part) => part.toString('utf8').toLowerCase().includes(marker))
}

it.each(notedTypes)('shows a note on a %s to colleagues', async (type) => {
  const request = { recordType: type, recordId: recordOf[type](records) ?? '' }
  const [note] = (await bola.call(notes.list, request)).data.notes
  expect(note).toMatchObject({ text: `${marker} on a ${type}, @Bola Okonkwo`, mentions: ['Bola Okonkwo'] })
})

const reads = everyCall.filter(([, { effect, permission, path }]) => {
  return effect !== 'write' && permission !== 'public' && path !== notes.list.path
})

it.each(reads)('%s shows no note', async (_name, call) => {
  const reply = await ada.call(call, aRequest(call, 'PRODUCTION', records))
  expect(reply.status).toBe(200)
  expect(hasMarker(Buffer.from(reply.text))).toBe(false)
})

it('cannot be exported', async () => {
  expect(app.services.lists.has(notes.list.path)).toBe(false)
})

it('sends merchants and payers no note, by any way out', async () => {
  const { db, clock } = app
  const partners = partnersOf(app)
  const merchantId = signer.id
  const account = await ownAccount(db, merchantId)

  // Signed calls, and the webhooks that follow.
  const beneficiary = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }
  const payout = await partners.ask(merchantId, 'payouts', {
    reference: newReference(new Date()),
    amount: 100,
    walletId: null,
    beneficiary,
    narration: 'Rent',
  })
  const notice = {
    mode: 'PRODUCTION',
    route: 'NIP',
    sessionId: newSessionId(clock.now()),
    accountNumber: account.account_number,
    amountKobo: '100000',
    sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '000013' },
    narration: 'Rent',
  }
  const collection = await sendSigned(app, 'collections', notice)
  expect(collection.status).toBe(200)
  expect(hasMarker(Buffer.from(JSON.stringify([payout, collection.said])))).toBe(false)
  await eventually(async () => {
    const sent = await db.selectFrom('webhook_event').select('status').where('merchant_id', '=', merchantId).execute()
    return sent.length > 0 && sent.every(({ status }) => status !== 'PENDING')
  }, 60_000)

  // Pages of payers.
  const at = new Date()
  const link = await aPaymentLink(app, { merchantId, reference: newReference(at), what: 'Bags', at })
  const checkout = await aCheckout(app, { merchantId, reference: newReference(at), at })
  for (const path of [`/pay/${link.code}`, `/pay/checkout/${checkout.id}`]) {
    const shown = await page(path)
    expect(shown.toString()).toContain(signer.business_name.replace('&', '&#38;'))
    expect(hasMarker(shown)).toBe(false)
  }

  // Emails.
  const [disputeId = '', messageId = ''] = [records['dispute'], records['message']]
  await ada.call(disputes.changeConversation, { disputeId, status: 'ENABLED' })
  const writes = [
    await ada.call(disputes.sendMessage, { disputeId, subject: 'Proof', message: 'Kindly send it' }),
    await ada.call(contact.answer, { messageId, answer: 'Here it is' }),
    await ada.call(freezes.freezeMerchant, { merchantId, scope: ['ALL'], reason: 'A court order' }),
  ]
  expect(writes.map(({ status, message }) => [status, message])).toEqual(writes.map(({ message }) => [200, message]))

  // Statements and files.
  const [startDate, endDate] = [lagosDay(clock.now()), lagosDay(clock.now())]
  const statement = await ada.call(statements.download, { merchantId, startDate, endDate })
  for (const address of [statement.data.statementURL, statement.data.csvURL]) {
    const served = await eventually(async () => {
      const reply = await fetch(new URL(address ?? '', app.url), { headers: { accept: 'application/json' } })
      return reply.status === 200 && reply
    }, 60_000)
    expect(hasMarker(Buffer.from(await served.arrayBuffer()))).toBe(false)
  }
  for (const [call, columns] of [
    ['/merchant', ['id', 'businessName']],
    ['/dispute', ['id', 'status']],
  ] as const) {
    const order = { place: call, list: call, words: [], call, query: {}, columns: [...columns], format: 'csv' as const }
    const ordered = await ada.call(downloads.order, order)
    if (ordered.status !== 200) throw new Error(`${call}: ${ordered.text}`)
    const ready = await eventually(async () => {
      const [newest] = (await ada.call(downloads.mine, { place: call })).data.downloads
      return newest?.status === 'READY' && newest
    }, 60_000)
    expect(hasMarker(await page(ready.url ?? ''))).toBe(false)
  }

  // Whatever these have stored and sent since, in any table and file.
  await eventually(async () => {
    const mails = await db.selectFrom('outbox_mail').select('to_address').execute()
    return mails.length >= 3
  }, 60_000)
  expect(await tablesWithMarker()).toEqual(['public.note'])
  const folder = join(app.services.settings.dataDir, 'files')
  const stored = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = stored.filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) expect(hasMarker(await readFile(join(parentPath, name))), name).toBe(false)
}, 180_000)

/** Tables of all schemas, the queues and the simulated external services included, that contain the marker. */
async function tablesWithMarker(): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db)
  const found = tables.rows.map(
    ({ schema, name }) => sql`
      select ${`${schema}.${name}`}::text as name
      from ${sql.id(schema, name)} as t where t::text ilike ${`%${marker}%`}`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union `)}`.execute(app.db)
  return rows.map(({ name }) => name).toSorted()
}

/** What names the table in a statement. */
const readsNotes =
  /\b(?:from|join|into|update|table|only)\s+"?note(?:_mention)?"?\b|['"`](?:public\.)?note(?:_mention)?(?:\.\w+)?['"`]/i

it('reads the tables of notes in its area and its check alone', async () => {
  const folders = [join(serverRoot(), 'src'), join(serverRoot(), '../demo/src')]
  const readers: string[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.name.endsWith('.ts') || /\.(test|drill)\.ts$/.test(entry.name) || /\/testing\//.test(path)) continue
      if (readsNotes.test(await readFile(path, 'utf8'))) readers.push(path.slice(folder.length + 1))
    }
  }
  expect(readers.toSorted()).toEqual([
    'areas/notes/mentioned-staff.ts',
    'areas/notes/notes.ts',
    'areas/notes/strike-note.ts',
    'areas/notes/write-note.ts',
    'ledger/checks/note-checks.ts',
  ])
})
