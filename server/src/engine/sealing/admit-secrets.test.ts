import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { keyName, makeSeal } from '../../seal.ts'
import { anAuditRow, sealAll } from '../../testing/audit-seals.ts'
import { aDatabase } from '../../testing/database.ts'
import { aDirector, aMerchant, aWallet, testSecret } from '../../testing/factories.ts'
import { clearNumbers, sealAllBy, someSealed } from '../../testing/some-sealed.ts'
import { admitSecrets } from './admit-secrets.ts'
import { resealJob } from './reseal.ts'
import { openSeal, raiseForm } from './sealing-form.ts'

const next = 'the secret after it'

let database = await aDatabase()
afterAll(() => database.close())
beforeEach(async () => {
  await database.close()
  database = await aDatabase()
})

const start = (...secrets: [string, ...string[]]) => admitSecrets(database.db, makeSeal(secrets))
const registered = async () =>
  (await database.db.selectFrom('sealing_key').select('name').orderBy('name').execute()).map(({ name }) => name)

async function reseal() {
  const { db } = database
  const clock = () => new Date()
  const files = { reseal: async () => {} }
  const job = resealJob({ db, clock, seal: makeSeal([next, testSecret]), files, previousKey: keyName(testSecret) })
  await runItemJob({ db, clock, onItemError: () => {} }, job)
}

describe('a change of the secret, server by server', () => {
  it('FIND-36 refuses a server without a secret that is needed, names where, and admits it once nothing is left', async () => {
    await someSealed(database.db)
    await start(testSecret)
    await expect(start(next)).rejects.toThrow(
      `A secret that this server does not have (key ${keyName(testSecret)}) is still needed for: bvn_record.bvn`,
    )
    await start(testSecret, next)
    await start(next, testSecret)
    expect(await registered()).toEqual([keyName(next), keyName(testSecret)].toSorted())
    await expect(start(next)).rejects.toThrow('webhook_endpoint.sealed_secret')
    await reseal()
    await start(next)
    expect(await registered()).toEqual([keyName(next)])
    await expect(start(testSecret)).rejects.toThrow('still needed')
  })

  it('refuses it for one value of a server that has not had the change yet, and for a seal of the audit', async () => {
    const { db } = database
    await start(testSecret)
    await start(next, testSecret)
    const { wallet } = await someSealed(db)
    await reseal()
    const late = await aWallet(db, { id: wallet.merchant_id, mode: wallet.mode }, { bvn: null, nin: clearNumbers.nin })
    await expect(start(next)).rejects.toThrow('needed for: wallet.nin.')
    await db.deleteFrom('wallet').where('id', '=', late.id).execute()
    await anAuditRow(db)
    await sealAll(db)
    await expect(start(next)).rejects.toThrow('needed for: proofs of audit seals.')
    await reseal()
    await start(next)
  })

  it('refuses it while values are in form 1, which does not name its key', async () => {
    const { db } = database
    await someSealed(db)
    await sealAllBy(
      db,
      makeSeal(testSecret, () => 1),
    )
    await start(testSecret)
    await start(next, testSecret)
    await expect(start(next)).rejects.toThrow('still needed')
    await reseal()
    await start(next)
  })
})

describe('the first start after an earlier release', () => {
  const asBefore = makeSeal(testSecret, () => 1)

  it.each([
    ['a number', async () => void (await someSealed(database.db))],
    [
      'a director alone',
      async () => {
        const { id } = await aMerchant(database.db)
        await aDirector(database.db, id, { bvn: clearNumbers.bvn })
      },
    ],
  ])('FIND-36 refuses another secret: %s', async (_, fill) => {
    await fill()
    await sealAllBy(database.db, asBefore)
    await expect(start(next)).rejects.toThrow('sealed with another SECRET')
    await expect(start(next, 'some other')).rejects.toThrow('sealed with another SECRET')
    expect(await registered()).toEqual([])
    await start(next, testSecret)
    expect(await registered()).toHaveLength(2)
  })

  it('refuses a secret that has proven no seal of the audit', async () => {
    await anAuditRow(database.db)
    await sealAll(database.db)
    await expect(start(next)).rejects.toThrow('sealed with another SECRET')
    await start(testSecret)
  })

  it('seals as before until the form is raised', async () => {
    const { db } = database
    await db.updateTable('sealing').set({ form: 1 }).execute()
    const before = await openSeal(db, [testSecret], () => expect.unreachable())
    expect(before.seal.form()).toBe(1)
    await raiseForm(db)
    const after = await openSeal(db, [testSecret], () => expect.unreachable())
    expect(after.seal.form()).toBe(2)
    await expect.poll(() => before.seal.form(), { timeout: 30_000 }).toBe(2)
    before.stop()
    after.stop()
  })
})

it('FIND-36 rejects plaintext personal numbers, and hashes without their number, by database constraints', async () => {
  const { db } = database
  const { wallet } = await someSealed(db)
  for (const set of [
    sql`update merchant set bvn = ${clearNumbers.bvn}`,
    sql`update merchant set identity_number = ${clearNumbers.passport}`,
    sql`update wallet set bvn = ${clearNumbers.bvn} where id = ${wallet.id}`,
    sql`update wallet set nin = ${clearNumbers.nin} where id = ${wallet.id}`,
    sql`update wallet set sealed_nin = null where id = ${wallet.id}`,
    sql`update wallet set sealed_nin = ${clearNumbers.nin} where id = ${wallet.id}`,
    sql`update wallet set nin = null where id = ${wallet.id}`,
    sql`update director set bvn = ${clearNumbers.bvn}`,
    sql`insert into bvn_record (bvn) values (${clearNumbers.bvn})`,
  ]) {
    await expect(set.execute(db)).rejects.toThrow(/_sealed"/)
  }
})
