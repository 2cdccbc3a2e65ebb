import { expect, it } from 'vitest'
import { startApp } from '../testing/app.ts'
import { notifyAdministrators } from './notify-administrators.ts'

it('emails only active administrators, once per key', async () => {
  const app = await startApp({ jobs: 'running' })
  await app.signIn({ firstName: 'Ada' })
  await app.signIn({ firstName: 'Bola' })
  await app.signIn({ firstName: 'Chidi', role: 'AUDITOR' })
  const dora = await app.signIn({ firstName: 'Dora' })
  await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('id', '=', dora.staffId).execute()

  const notice = { subject: 'The books do not balance', text: '1 kobo too much', key: 'books 2026-11-24' }
  for (let times = 0; times < 2; times++) {
    expect(await app.db.transaction().execute((t) => notifyAdministrators(app.services, t, notice))).toBe(2)
  }

  const received = async () => (await app.db.selectFrom('outbox_mail').select('text').execute()).map(({ text }) => text)
  await expect.poll(received).toHaveLength(2)
  expect((await received()).toSorted()).toEqual(['Hello Ada,\n\n1 kobo too much\n', 'Hello Bola,\n\n1 kobo too much\n'])
  await app.close()
})
