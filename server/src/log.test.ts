import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkerApp } from './app.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { aMerchant } from './testing/factories.ts'

let app: TestApp
const logged: string[] = []
const { write } = process.stdout
beforeAll(async () => {
  // With `write` replaced, the server logs through it.
  process.stdout.write = (text: unknown) => logged.push(String(text)) > 0
  app = await startApp({ settings: { logLevel: 'error' } })
})
afterAll(async () => {
  await app.close()
  process.stdout.write = write
})

const errors = (): Record<string, unknown>[] => logged.splice(0).map((line) => JSON.parse(line).err)

const withoutValues = {
  message: 'new row for relation "merchant" violates check constraint "refused_for_test"',
  code: '23514',
  table: 'merchant',
  constraint: 'refused_for_test',
  stack: expect.stringContaining('refused_for_test'),
}

it('logs an error of the database without the values of its row', async () => {
  const { id } = await aMerchant(app.db, { email: 'hadiza@mail.example' })
  const ada = await app.signIn()
  await app.database.pool.query('alter table merchant add constraint refused_for_test check (not is_refund_enabled)')
  const reply = await ada.call(contract.merchants.configure, { merchantId: id, isRefundEnabled: true })
  expect(reply.status).toBe(500)
  const [byServer] = errors()
  expect(byServer).toMatchObject(withoutValues)
  expect(JSON.stringify(byServer)).not.toContain('hadiza@mail.example')

  const failure: object = await app.db
    .updateTable('merchant')
    .set({ is_refund_enabled: true })
    .where('id', '=', id)
    .execute()
    .then(Object, Object)
  expect(failure).toHaveProperty('detail', expect.stringContaining('hadiza@mail.example'))
  const worker = createWorkerApp(app.services)
  const where = 'COPY merchant, line 1: hadiza@mail.example'
  worker.log.error({ err: Object.assign(failure, { where }) }, 'background work failed')
  const [byWorker] = errors()
  expect(byWorker).toMatchObject(withoutValues)
  expect(JSON.stringify(byWorker)).not.toContain('hadiza@mail.example')
  await worker.close()
})
