import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@kobo/contract'
import type { FileFormat } from '@kobo/contract/downloads'
import { lagosDay, lagosTime } from '@kobo/contract/kit/day'
import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import type { ReadableList } from '../../http/handler.ts'
import { recordTransactions } from '../../ledger/transactions.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, plainTransaction } from '../../testing/factories.ts'
import { eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'
import { purgeDownloads } from './build-download.ts'

const { downloads, roles, transactions } = contract
const dayMs = 86_400_000
const rowCount = 2_300

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }
let tested: { id: string; mode: string }

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  merchant = await aMerchant(app.db)
  tested = await aMerchant(app.db, { mode: 'SANDBOX' })
  await pay(merchant, rowCount)
  await pay(tested, 3)
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.signIn()
})

async function pay(account: { id: string; mode: string }, count: number) {
  const to = { merchantId: account.id, mode: account.mode }
  const rows = Array.from({ length: count }, (_, at) => {
    const created_at = new Date(app.clock.now().getTime() - (at + 1) * 3_600_000).toISOString()
    const beneficiary = { beneficiary_name: at % 7 ? 'Chidi Okafor' : '=1+1', beneficiary_number: '0100000802' }
    return plainTransaction(to, { created_at, amount_kobo: BigInt(at + 1) * 125n, ...beneficiary })
  })
  await transact(app.db, (db) => recordTransactions(db, rows))
}

const columns = ['createdAt', 'status', 'amount', 'beneficiaryAccountName', 'beneficiaryAccountNumber', 'reference']
const order = (more: Record<string, unknown> = {}, client = ada) =>
  client.call(downloads.order, {
    place: 'payouts',
    list: 'payouts',
    words: [],
    call: transactions.merchantList.path,
    query: { merchantId: merchant.id },
    columns,
    format: 'csv',
    ...more,
  })
const mine = async (client = ada) => (await client.call(downloads.mine, { place: 'payouts' })).data.downloads
const settled = (client = ada) =>
  eventually(async () => {
    const [newest] = await mine(client)
    return newest && newest.status !== 'MAKING' && newest
  }, 60_000)
const open = async (url: string | undefined) => await fetch(new URL(url ?? '', app.url))

/** Returns every row that the list shows, as in its replies. */
async function listed(client = ada) {
  const rows = []
  for (let page = 1; page <= 3; page++) {
    const { data } = await client.call(transactions.merchantList, { merchantId: merchant.id, page, size: 1000 })
    rows.push(...data.transactions)
  }
  return rows
}

async function linesOf(url: string | undefined) {
  const text = await (await open(url)).text()
  const [head = '', ...lines] = text.trim().split('\r\n')
  return { head, lines }
}

async function sheetOf(url: string | undefined) {
  const { sheets } = await readXlsx(new Uint8Array(await (await open(url)).arrayBuffer()))
  return sheets[0]?.rows ?? []
}

/** Runs a callback when the server itself reads this page of a list. Returns a function that restores the list. */
function onPageRead(call: { path: string }, page: number, happens: () => Promise<void>): () => void {
  const lists = app.services.lists as Map<string, ReadableList>
  const list = lists.get(call.path)
  if (!list) throw new Error('There is no such list')
  const read: ReadableList['read'] = async (input, context) => {
    if ('size' in input && input.size === 1000 && 'page' in input && input.page === page) await happens()
    return await list.read(input, context)
  }
  lists.set(call.path, { ...list, read })
  return () => lists.set(call.path, list)
}

describe('export content', () => {
  it.each<FileFormat>(['csv', 'xlsx'])(
    'FILE-02 exports all matching rows of one snapshot as %s, formatted as in the list',
    async (format) => {
      const shown = await listed()
      expect(shown.length).toBeGreaterThanOrEqual(rowCount)
      let reads = 0
      const undo = onPageRead(transactions.merchantList, 2, async () => {
        reads += 1
        await pay(merchant, 2)
      })
      const { data } = await order({ format })
      expect(data.download).toMatchObject({ status: 'MAKING', totalRecords: shown.length })
      const ready = await settled()
      undo()
      expect(reads).toBe(1)
      expect(ready).toMatchObject({ status: 'READY', rows: shown.length, totalRecords: shown.length })
      const expected = shown.map((row) => [
        lagosTime(new Date(row.createdAt)),
        row.status,
        row.amount,
        row.beneficiaryAccountName,
        row.beneficiaryAccountNumber,
        row.reference,
      ])
      if (format === 'csv') {
        const { head, lines } = await linesOf(ready.url)
        expect(head.replace('\uFEFF', '')).toBe(
          'Date created,Status,Amount,Beneficiary account name,Beneficiary account number,Reference',
        )
        expect(lines).toEqual(expected.map((row) => row.join(',').replace(',=1+1', ",'=1+1")))
      } else {
        const [head, ...rows] = await sheetOf(ready.url)
        expect(head?.at(-2)).toBe('Beneficiary account number')
        const asShown = rows.map(([at, ...rest]) => [at instanceof Date ? at.toISOString().slice(0, 16) : at, ...rest])
        const wall = (text: unknown) => String(text).replace(/^(\d\d)-(\d\d)-(\d{4}) (.*)$/, '$3-$2-$1T$4')
        expect(asShown).toEqual(expected.map(([at, ...rest]) => [wall(at), ...rest]))
      }
    },
    120_000,
  )
})

const stored = async (id: string) => {
  const row = await app.db
    .selectFrom('download')
    .innerJoin('file', 'file.id', 'download.file_id')
    .select(['file.storage_key', 'file.id as file_id'])
    .where('download.id', '=', id)
    .executeTakeFirstOrThrow()
  const path = join(app.services.settings.dataDir, 'files', row.storage_key.slice(0, 2), row.storage_key)
  return { ...row, path }
}

/** Pauses an export after its first page. Returns a function that resumes it. */
function pauseExport() {
  let resume = () => {}
  const gate = new Promise<void>((resolve) => {
    resume = resolve
  })
  const undo = onPageRead(transactions.merchantList, 2, () => gate)
  return () => {
    undo()
    resume()
  }
}

describe('export orders', () => {
  it('FILE-03 rejects an export without permission for the list or of a call that is not a list', async () => {
    for (const call of ['/transaction/info', '/nothing', '/auth/login', downloads.mine.path]) {
      expect(await order({ call })).toMatchObject({ status: 400, message: 'Unknown list' })
    }
    const lists = app.services.lists as Map<string, ReadableList>
    const { path } = transactions.merchantList
    const list = lists.get(path)
    if (!list) throw new Error('There is no such list')
    lists.set(path, { ...list, call: { ...list.call, permission: 'payouts.write' } })
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect(await order({}, auditor)).toMatchObject({ status: 403, code: 'not_permitted' })
    lists.set(path, list)
    expect((await order({ query: { merchantId: merchant.id, type: 'CREDIT' } }, auditor)).status).toBe(200)
    await settled(auditor)
  })

  it('FILE-03 exports no rows of the other mode', async () => {
    const tester = await app.signIn({ mode: 'SANDBOX' })
    expect((await order({}, tester)).data.download).toMatchObject({
      totalRecords: 0,
      name: expect.stringMatching(/^payouts-test-/),
    })
    await settled(tester)
    await order({ query: {} }, tester)
    const ready = await settled(tester)
    expect((await linesOf(ready.url)).lines).toHaveLength(3)
    expect(await mine()).toEqual([])
  })

  it.each([
    [{ query: { page: '2' } }, 'Unknown filter: page'],
    [{ query: { size: '10' } }, 'Unknown filter: size'],
    [{ query: { isAdmin: 'true' } }, 'Unknown filter: isAdmin'],
    [{ query: { startDate: '2026-02-30' } }, 'This date does not exist'],
    [{ query: { type: 'SIDEWAYS' } }, 'Must be one of CREDIT, DEBIT'],
    [{ columns: ['amount', 'password'] }, 'Unknown column: password'],
    [{ columns: [] }, 'Choose at least one column'],
  ])('FILE-03 rejects an order with %j', async (more, message) => {
    const reply = await order(more)
    expect(reply).toMatchObject({ status: 400, message })
  })

  it('FILE-04 rejects Excel when the rows exceed the sheet limit, and CSV above five million rows', async () => {
    const lists = app.services.lists as Map<string, ReadableList>
    const { path } = transactions.merchantList
    const list = lists.get(path)
    if (!list) throw new Error('There is no such list')
    let totalRecords = 1_000_001
    lists.set(path, { ...list, read: async () => ({ rows: [], totalRecords, isMore: false }) })
    expect(await order({ format: 'xlsx' })).toMatchObject({
      status: 422,
      message: 'More than 1,000,000 rows match. Choose CSV',
    })
    expect((await order({ format: 'csv' })).status).toBe(200)
    totalRecords = 5_000_001
    expect(await order({ format: 'csv' })).toMatchObject({ status: 422, message: 'More than 5,000,000 rows match' })
    lists.set(path, list)
  })

  it('FILE-05 names the file by list, mode, filters and day', async () => {
    const { data } = await order({ words: [' Adire & Co/.. ', 'Type: Debit'], format: 'xlsx' })
    expect(data.download.name).toBe(`payouts-live-adire-co-type-debit-${lagosDay(app.clock.now())}.xlsx`)
    const ready = await settled()
    const response = await open(ready.url)
    expect(response.headers.get('content-disposition')).toContain(ready.name)
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('FILE-10 records an audit row with operator and filters, with phone numbers masked', async () => {
    const { data } = await order({ query: { merchantId: merchant.id, reference: '08012345678' } })
    const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', data.download.id).execute()
    expect(audit).toMatchObject([{ action: 'download.order', staff_id: ada.staffId, mode: 'PRODUCTION' }])
    expect(audit[0]?.after).toMatchObject({
      call: '/transaction/merchant',
      query: { merchantId: merchant.id, reference: '0801*******' },
      rows: 0,
    })
    await settled()
  })

  it("FILE-06 rejects an order beyond the operator's quota", async () => {
    const release = pauseExport()
    for (let n = 0; n < 5; n++) expect((await order()).status).toBe(200)
    const over = await order()
    expect(over).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    const bisi = await app.signIn({ firstName: 'Bisi' })
    expect((await order({ query: { type: 'CREDIT' } }, bisi)).status).toBe(200)
    release()
    await eventually(async () => (await mine()).every(({ status }) => status === 'READY'), 60_000)
    await settled(bisi)
  })
})

describe('export generation', () => {
  it('FILE-07 reports progress only to the operator who ordered the export', async () => {
    const release = pauseExport()
    await order()
    await eventually(async () => (await mine())[0]?.rows === 1000, 30_000)
    expect(await mine()).toMatchObject([{ status: 'MAKING', rows: 1000 }])
    expect((await mine())[0]).not.toHaveProperty('url')
    expect(await mine(await app.signIn({ firstName: 'Bisi' }))).toEqual([])
    release()
    expect(await settled()).toMatchObject({ status: 'READY' })
  })

  it('FILE-08 stops a cancelled export and removes its file', async () => {
    const release = pauseExport()
    const { id } = (await order()).data.download
    await eventually(async () => (await mine())[0]?.rows === 1000, 30_000)
    const { path, file_id } = await stored(id)
    await access(path)
    const bisi = await app.signIn({ firstName: 'Bisi' })
    expect((await bisi.call(downloads.cancel, { downloadId: id })).status).toBe(404)
    expect((await ada.call(downloads.cancel, { downloadId: id })).status).toBe(200)
    expect(await mine()).toEqual([])
    release()
    const storedFiles = () => app.db.selectFrom('file').where('id', '=', file_id).execute()
    await eventually(async () => (await storedFiles()).length === 0, 30_000)
    await eventually(
      () =>
        access(path).then(
          () => false,
          () => true,
        ),
      30_000,
    )
    await new Promise((resolve) => setTimeout(resolve, 700))
    await expect(access(path)).rejects.toThrow('ENOENT')
    expect((await ada.call(downloads.cancel, { downloadId: id })).status).toBe(404)
  })

  it('FILE-08 removes a finished export in the same way', async () => {
    const { id } = (await order({ query: { type: 'CREDIT' } })).data.download
    const { url } = await settled()
    const { path } = await stored(id)
    expect((await open(url)).status).toBe(200)
    await ada.call(downloads.cancel, { downloadId: id })
    await eventually(async () => (await open(url)).status === 404, 30_000)
    await expect(access(path)).rejects.toThrow('ENOENT')
  })

  it('FILE-09 restarts the export on another worker when the first one died, and exports every row', async () => {
    const { enqueue } = app.services.jobs
    app.services.jobs.enqueue = async () => {}
    const { id } = (await order({ columns: ['id'] })).data.download
    app.services.jobs.enqueue = enqueue
    await order({ columns: ['id'] }, await app.signIn({ firstName: 'Bisi' }))
    const claim = (untilMs: number) =>
      app.db
        .updateTable('download')
        .set({
          tries: 1,
          rows_written: 1000,
          claimed_until: new Date(app.clock.now().getTime() + untilMs).toISOString(),
        })
        .where('id', '=', id)
        .execute()
    await claim(dayMs)
    await enqueue(app.db, 'download', { downloadId: id })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await mine()).toMatchObject([{ status: 'MAKING', rows: 1000 }])
    await claim(-1)
    const ready = await settled()
    const shown = await listed()
    expect((await linesOf(ready.url)).lines).toEqual(shown.map((row) => row.id))
    await access((await stored(id)).path)
  })

  it('FILE-09 marks the export as failed after several attempts', async () => {
    const { receive } = app.services.files
    app.services.files.receive = async () => {
      throw new Error('The disk is full')
    }
    await order()
    expect(await settled()).toMatchObject({ status: 'FAILED' })
    app.services.files.receive = receive
  })

  it('FILE-09 fails the export of a deactivated operator and revokes its links', async () => {
    const bisi = await app.signIn({ firstName: 'Bisi' })
    await order({ query: { type: 'CREDIT' } }, bisi)
    const { url } = await settled(bisi)
    const release = pauseExport()
    await order({}, bisi)
    await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('id', '=', bisi.staffId).execute()
    release()
    expect((await open(url)).status).toBe(403)
  })

  it.each<[string, GrantedPermission[], GrantedPermission[], boolean]>([
    ['keeps the link to a masked export', ['transactions.read'], ['transactions.read', 'merchants.read'], true],
    ['ends the link to an unmasked export', ['transactions.read', 'people.read'], ['transactions.read'], false],
    ['ends the link to an export of another list', ['transactions.read'], ['merchants.read'], false],
  ])('FILE-09 %s after a change of the role', async (_title, before, after, isKept) => {
    const change = { reason: 'The desk is split' }
    const rightsOf = (permissions: GrantedPermission[]) => permissions.map((permission) => ({ permission }))
    const desk = { name: `Desk ${uuidv7()}`, rights: rightsOf(before), ...change }
    const roleId = (await ada.call(roles.create, desk)).data.role.id
    const clerk = await app.signIn({ role: roleId })
    await order({ query: { type: 'CREDIT' } }, clerk)
    expect((await settled(clerk)).url).toBeDefined()
    await ada.call(roles.update, { roleId, version: 1, rights: rightsOf(after), ...change })
    const [exported] = await mine(clerk)
    expect([exported?.status, exported?.url !== undefined]).toEqual(['READY', isKept])
  })

  it('FILE-11 deletes the export and its bytes a day after the order', async () => {
    const { id } = (await order({ query: { type: 'CREDIT' } })).data.download
    await settled()
    const { path } = await stored(id)
    await purgeDownloads(app.services, new Date(app.clock.now().getTime() + dayMs - 60_000))
    await access(path)
    await purgeDownloads(app.services, new Date(app.clock.now().getTime() + dayMs + 60_000))
    await expect(access(path)).rejects.toThrow('ENOENT')
    expect(await mine()).toEqual([])
  })
})
