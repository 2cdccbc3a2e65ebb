import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { newWebhookSecret } from './rails/webhooks.ts'
import { resealStored } from './reseal-stored.ts'
import { unprovenSeals } from './ledger/audit-seals/proofs.ts'
import { sealRows } from './ledger/audit-seals/seal-rows.ts'
import { makeSeal } from './seal.ts'
import { anAuditRow, sealAll, unguardAudit } from './testing/audit-seals.ts'
import { aDatabase } from './testing/database.ts'
import { aBvnRecord, aDirector, aMerchant, aWallet, testSeal } from './testing/factories.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const clear = { bvn: '22123456789', nin: '61234567890', passport: 'A12345678' }
const merchant = await aMerchant(db, { bvn: clear.bvn, identity_number: clear.passport })
await aDirector(db, merchant.id, { bvn: clear.bvn })
const [fullMerchant, bareMerchant] = [
  await aWallet(db, merchant, { bvn: clear.bvn, nin: clear.nin }),
  await aWallet(db, merchant, { bvn: null, nin: clear.nin }),
]
await aBvnRecord(db, { bvn: clear.bvn })

/** Returns all values in columns of personal numbers. */
async function numbers() {
  const { rows } = await sql<{ number: string }>`
    select bvn as number from wallet union all select nin from wallet
    union all select bvn from merchant union all select identity_number from merchant
    union all select bvn from director union all select bvn from bvn_record
  `.execute(db)
  return rows.map(({ number }) => number).filter((number) => number !== null)
}

it('FIND-36 seals plaintext numbers of an older release once when two servers start together', async () => {
  const before = (await numbers()).toSorted()
  expect(before).toHaveLength(7)
  // Restores the state of the previous release.
  await sql`alter table wallet drop constraint wallet_sealed`.execute(db)
  await sql`alter table merchant drop constraint merchant_sealed`.execute(db)
  await sql`alter table director drop constraint director_sealed`.execute(db)
  await sql`alter table bvn_record drop constraint bvn_record_sealed`.execute(db)
  await db.updateTable('wallet').set({ bvn: clear.bvn, nin: clear.nin }).where('id', '=', fullMerchant.id).execute()
  await db.updateTable('wallet').set({ nin: clear.nin }).where('id', '=', bareMerchant.id).execute()
  await db.updateTable('merchant').set({ bvn: clear.bvn, identity_number: clear.passport }).execute()
  await db.updateTable('director').set({ bvn: clear.bvn }).execute()
  await db.updateTable('bvn_record').set({ bvn: clear.bvn }).execute()
  expect((await numbers()).every((number) => Object.values(clear).includes(number))).toBe(true)

  await Promise.all([resealStored(db, testSeal, null), resealStored(db, testSeal, null)])
  expect((await numbers()).toSorted()).toEqual(before)
  await resealStored(db, testSeal, null)
  expect((await numbers()).toSorted()).toEqual(before)
})

describe('changed secret', () => {
  const next = makeSeal('the secret after it')
  const refusal = 'sealed with another SECRET'

  it('FIND-36 rejects another secret when any sealed column was sealed with the current one', async () => {
    await expect(resealStored(db, next, null)).rejects.toThrow(refusal)
    await expect(resealStored(db, next, makeSeal('some other'))).rejects.toThrow(refusal)
    const secret = newWebhookSecret()
    const fresh = await aDatabase()
    try {
      const { id } = await aMerchant(fresh.db)
      await resealStored(fresh.db, testSeal, null)
      const endpoint = { merchant_id: id, url: 'https://hooks.example', sealed_secret: testSeal.close(secret) }
      await fresh.db.insertInto('webhook_endpoint').values(endpoint).execute()
      await expect(resealStored(fresh.db, next, null)).rejects.toThrow(refusal)
      await resealStored(fresh.db, next, testSeal)
      await resealStored(fresh.db, next, null)
      const { sealed_secret } = await fresh.db.selectFrom('webhook_endpoint').selectAll().executeTakeFirstOrThrow()
      expect(next.open(sealed_secret)).toBe(secret)
    } finally {
      await fresh.close()
    }
  })

  it('FIND-36 reseals with the new secret, after which the previous one is rejected', async () => {
    const opened = (await numbers()).map(testSeal.openNumber).toSorted()
    await Promise.all([resealStored(db, next, testSeal), resealStored(db, next, testSeal)])
    expect((await numbers()).map(next.openNumber).toSorted()).toEqual(opened)
    await resealStored(db, next, null)
    await expect(resealStored(db, testSeal, null)).rejects.toThrow(refusal)
    // An interrupted run continues with values of both secrets.
    await db
      .updateTable('wallet')
      .set({ nin: testSeal.closeNumber(clear.nin) })
      .where('id', '=', bareMerchant.id)
      .execute()
    await resealStored(db, next, testSeal)
    expect((await numbers()).map(next.openNumber).toSorted()).toEqual(opened)
  })
})

describe('changed secret of the audit', () => {
  const next = makeSeal('the secret after it')

  it('proves with the new secret what the previous one proves, and nothing else', async () => {
    const audited = await aDatabase()
    try {
      for (let seals = 0; seals < 3; seals++) {
        await anAuditRow(audited.db)
        await sealAll(audited.db)
      }
      await audited.db.transaction().execute(async (t) => {
        await unguardAudit(t)
        await sql`update audit_proof set proof = sha256('') where seal_no = 2`.execute(t)
      })
      await expect(resealStored(audited.db, next, null)).rejects.toThrow('sealed with another SECRET')
      await expect(resealStored(audited.db, next, makeSeal('some other'))).rejects.toThrow('sealed with another SECRET')
      expect((await unprovenSeals(audited.db, next)).ids).toEqual(['1', '2', '3'])
      await Promise.all([resealStored(audited.db, next, testSeal), resealStored(audited.db, next, testSeal)])
      expect(await unprovenSeals(audited.db, next)).toEqual({ count: 1, ids: ['2'] })
      // The proofs by the previous secret stay.
      expect(await unprovenSeals(audited.db, testSeal)).toEqual({ count: 1, ids: ['2'] })
      await resealStored(audited.db, next, null)
      await anAuditRow(audited.db)
      await sealRows(audited.db, next)
      expect((await unprovenSeals(audited.db, next)).ids).toEqual(['2'])
    } finally {
      await audited.close()
    }
  })
})

it('FIND-36 rejects plaintext personal numbers by database constraints', async () => {
  const fresh = await aDatabase()
  try {
    const { id } = await aMerchant(fresh.db)
    const wallet = await aWallet(fresh.db, { id, mode: 'PRODUCTION' })
    await aDirector(fresh.db, id)
    for (const set of [
      sql`update merchant set bvn = ${clear.bvn}`,
      sql`update merchant set identity_number = ${clear.passport}`,
      sql`update wallet set bvn = ${clear.bvn} where id = ${wallet.id}`,
      sql`update wallet set nin = ${clear.nin} where id = ${wallet.id}`,
      sql`update director set bvn = ${clear.bvn}`,
      sql`insert into bvn_record (bvn) values (${clear.bvn})`,
    ]) {
      await expect(set.execute(fresh.db)).rejects.toThrow(/_sealed"/)
    }
  } finally {
    await fresh.close()
  }
})
