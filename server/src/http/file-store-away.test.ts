import { disputes } from '@kobo/contract/disputes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { readAnswer } from '../testing/client.ts'
import { collected } from '../testing/disputes.ts'
import { aFile } from '../testing/factories.ts'
import { image } from '../testing/hostile-files.ts'
import { aFundedMerchant } from '../testing/payouts.ts'
import { readTransaction } from '../engine/transaction-row.ts'

let app: TestApp

/** A server whose bucket nobody serves: the port rejects connections. */
beforeAll(async () => {
  const credentials = { accessKeyId: 'console', secretAccessKey: 'secret' }
  const place = {
    kind: 's3',
    bucket: 'files',
    prefix: '',
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
  } as const
  app = await startApp({ rails: 'running', settings: { fileStore: { ...place, credentials } } })
})
afterAll(() => app.close())

describe('while the store of files is unavailable', () => {
  it('rejects the download of a file with 503, and tells a person so on a page', async () => {
    const file = await aFile(app.db, { name: 'consent.pdf' })
    await app.db
      .updateTable('file')
      .set({ storage_key: 'a'.repeat(32) })
      .where('id', '=', file.id)
      .execute()
    const url = `${app.url}${app.services.files.address(file, app.clock.now())}`
    const answer = await fetch(url)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(await readAnswer(answer)).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'Stored files cannot be reached right now. Please try again shortly',
    })
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 503,
      type: 'text/html; charset=utf-8',
    })
    expect(await page.text()).toContain('Stored files cannot be reached right now')
  })

  it('changes nothing by a call with images, accepts it without them, and stays ready', async () => {
    const ada = await app.signIn()
    const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
    const transaction = await readTransaction(app.db, await collected(app.services, { merchantId }))
    const form = {
      merchantId,
      customer: 'Ngozi Eze',
      amount: '2500.50',
      category: 'CHARGEBACK',
      transactionCategory: 'BANK_FUNDING',
      description: 'Paid for two crates, none came',
      transactionType: 'CREDIT',
      transactionReference: transaction?.reference ?? '',
    } as const
    const attachments = [new File([new Uint8Array(await image())], 'receipt.png')]
    expect(await ada.call(disputes.initiate, { ...form, attachments })).toMatchObject({
      status: 503,
      code: 'unavailable',
    })
    expect(await app.db.selectFrom('dispute').select('id').execute()).toEqual([])
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect((await ada.call(disputes.initiate, form)).status).toBe(200)
  })
})
