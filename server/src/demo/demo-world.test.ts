import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { storeCategories } from '@kobo/contract/stores'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPassword } from '../http/passwords.ts'
import { sha256Hex } from '../http/signature.ts'
import { openMerchantAccount } from '../ledger/accounts.ts'
import { everyMerchant } from '../ledger/counters/scopes.ts'
import { isNuban } from '../ledger/nuban.ts'
import { foldAll } from '../ledger/fold.ts'
import { allChecks, verifyLedger } from '../ledger/verify.ts'
import { type Files, openFiles } from '../rails/files.ts'
import { makeSeal } from '../seal.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { everyRow } from '../testing/every-call.ts'
import { runRepairs } from '../testing/run-inline.ts'
import { fillDemoWorld, type Progress } from './fill.ts'

const now = new Date('2026-11-20T13:05:00.000Z')

let folder: string
let database: TestDatabase
let files: Files
const progress: Progress[] = []
const transactions = 200_000
const seal = makeSeal('a secret')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobo-demo-'))
  database = await aDatabase()
  files = openFiles({ folder, secret: 'a secret', publicPath: '/api/files' })
  await fillDemoWorld({ database, files, seal, now, transactions, onProgress: (step) => progress.push(step) })
}, 600_000)

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** Runs a query without parameters. */
async function rows<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows
}

/** Counts the rows that satisfy a condition. */
async function count(from: string): Promise<number> {
  const [row] = await rows<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? -1
}

async function bytesOf(where: string): Promise<Buffer[]> {
  const found = await rows<{ storage_key: string }>(`select storage_key from file where ${where} limit 40`)
  return Promise.all(found.map(async (file) => buffer(await files.read(file))))
}

/** Returns a digest of a table's rows. */
async function printOf(table: string, of: TestDatabase): Promise<unknown> {
  const print = sql`select count(*), md5(string_agg(md5(t::text), '' order by t::text)) from ${sql.table(table)} as t`
  return (await print.execute(of.db)).rows
}

describe('the demo world', () => {
  it('leaves nothing to be caught up', async () => {
    const { catch_up: _noted, repair: _none, ...before } = await everyRow(database.db)
    await database.db.deleteFrom('catch_up').where('name', '<>', 'virtual accounts counted').execute()
    await runRepairs(database.db)
    const { catch_up: _anew, repair: _scans, ...after } = await everyRow(database.db)
    expect(after).toEqual(before)
  })

  it('has its merchants, wallets and accounts in both modes', async () => {
    const perMode = await rows(`
      select mode, count(*)::int as merchants,
        (select count(*)::int from wallet where wallet.mode = merchant.mode) as wallets,
        (select count(*)::int from account where account.mode = merchant.mode and kind = 'WALLET') as wallet_accounts
      from merchant group by mode order by mode`)
    expect(perMode).toEqual([
      { mode: 'PRODUCTION', merchants: 2500, wallets: 12_000, wallet_accounts: 12_000 },
      { mode: 'SANDBOX', merchants: 300, wallets: 1200, wallet_accounts: 1200 },
    ])
  })

  it('has every KYC state, wallet status, tier and upgrade status that a filter offers, in both modes', async () => {
    const kyc = await rows(
      `select verified, count(*)::int as n from merchant where mode = 'PRODUCTION' group by 1 order by 1`,
    )
    expect(kyc).toEqual([
      { verified: 'ACCEPTED', n: 1973 },
      { verified: 'NOT_SUBMITTED', n: 270 },
      { verified: 'PROCESSING', n: 28 },
      { verified: 'REJECTED', n: 169 },
      { verified: 'SUBMITTED', n: 60 },
    ])
    const upgrades = await rows(
      `select status, count(*)::int as n from merchant_upgrade where mode = 'PRODUCTION' group by 1 order by 1`,
    )
    expect(upgrades).toEqual([
      { status: 'APPROVED', n: 56 },
      { status: 'DECLINED', n: 22 },
      { status: 'IN-REVIEW', n: 14 },
      { status: 'PENDING', n: 28 },
    ])
    for (const [table, column, states] of [
      ['merchant', 'verified', 5],
      ['merchant', 'business_type', 2],
      ['merchant_upgrade', 'status', 4],
      ['wallet', 'status', 3],
      ['wallet', 'tier', 3],
      ['wallet_upgrade', 'status', 3],
      ['wallet_upgrade', 'category', 2],
    ] as const) {
      const found = await rows(
        `select mode, count(distinct ${column})::int as n from ${table} group by mode order by mode`,
      )
      expect(found, `${table}.${column}`).toEqual([
        { mode: 'PRODUCTION', n: states },
        { mode: 'SANDBOX', n: states },
      ])
    }
    expect(await count(`merchant where verified = 'ACCEPTED' and status = 'INACTIVE'`)).toBeGreaterThan(5)
  })

  it('has requests of wallets that fit what the wallets are, some of them without the papers', async () => {
    const statuses = await rows(
      `select status, count(*)::int as n from wallet_upgrade where mode = 'PRODUCTION' group by 1 order by 1`,
    )
    expect(statuses).toEqual([
      { status: 'COMPLETED', n: 120 },
      { status: 'PENDING', n: 60 },
      { status: 'REJECTED', n: 40 },
    ])
    const request = `wallet_upgrade u join wallet w on w.id = u.wallet_id`
    expect(await count(`${request} where u.merchant_id <> w.merchant_id or u.mode <> w.mode`)).toBe(0)
    expect(await count(`${request} where u.created_at < w.created_at or u.created_at > '${now.toISOString()}'`)).toBe(0)
    expect(await count(`wallet_upgrade where decided_at < created_at or decided_at > '${now.toISOString()}'`)).toBe(0)
    expect(await count(`wallet_upgrade where (decided_at is null) <> (status = 'PENDING')`)).toBe(0)
    expect(await count(`wallet_upgrade where (decision_reason is null) <> (status <> 'REJECTED')`)).toBe(0)
    const approved = `u.status = 'COMPLETED'`
    expect(
      await count(`${request} where ${approved} and (w.tier <> requested_tier or w.bvn is null or w.nin is null)`),
    ).toBe(0)
    expect(await count(`${request} where not (${approved}) and w.tier <> current_tier`)).toBe(0)
    const lacking = `u.status = 'PENDING' and category = 'UPGRADE' and (w.bvn is null or w.nin is null)`
    expect(await count(`${request} where u.mode = 'PRODUCTION' and ${lacking}`)).toBe(20)
    const recent = `decided_at >= '${now.toISOString()}'::timestamptz - interval '30 days'`
    const decided = await count(`wallet_upgrade where ${recent}`)
    expect(decided).toBeGreaterThan(5)
    expect(await count(`audit where action in ('wallet-upgrade.approve', 'wallet-upgrade.reject')`)).toBe(decided)
  })

  it('keeps every holder of a wallet within its limits, its child accounts included and what has left today counted', async () => {
    expect(await count('wallet_day')).toBeGreaterThan(20)
    const limited = `join wallet on wallet.id = wallet_id join tier_limit using (tier)`
    expect(
      await count(
        `wallet_day join account on account.id = account_id ${limited} where debited_kobo > daily_debit_kobo`,
      ),
    ).toBe(0)
    const held = `(select wallet_id, sum(booked_kobo) as kobo from account where wallet_id is not null group by 1) as held`
    expect(await count(`${held} ${limited} where kobo > balance_kobo`)).toBe(0)
    const paid = `(
      select coalesce(t.wallet_id, child.wallet_id) as wallet_id,
        sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo) as kobo
      from transaction t left join account child on child.id = t.account_id and child.kind = 'CHILD'
      where category in ('BANK_TRANSFER', 'DEBIT_CHILD_ACCOUNT_CHARGES') and type = 'DEBIT' and t.status in ('PENDING', 'SUCCESS')
      group by 1, (t.created_at at time zone 'Africa/Lagos')::date) as paid`
    expect(await count(`${paid} ${limited} where kobo > daily_debit_kobo`)).toBe(0)
  })

  it('gives a reviewer to who is being reviewed, and a decision to who is decided', async () => {
    expect(await count(`merchant where (decided_at is not null) <> (verified in ('ACCEPTED', 'REJECTED'))`)).toBe(0)
    expect(await count(`merchant where (decided_at is null) <> (decided_by is null)`)).toBe(0)
    expect(
      await count(`merchant where verified = 'PROCESSING' and (reviewer_id is null or review_started_at is null)`),
    ).toBe(0)
    expect(await count(`merchant where verified = 'REJECTED' and decision_reason is null`)).toBe(0)
    expect(await count(`merchant where review_started_at < created_at or decided_at < review_started_at`)).toBe(0)
    expect(await count(`merchant where decided_at < created_at`)).toBe(0)
    expect(await count(`merchant_upgrade where (decided_at is not null) <> (status in ('APPROVED', 'DECLINED'))`)).toBe(
      0,
    )
    expect(await count(`merchant join staff on staff.id = decided_by where staff.role <> 'ADMIN'`)).toBe(0)
  })

  it('has merchants of every degree of completeness, and the awkward names that screens must bear', async () => {
    const incomplete = `merchant where phone_number is null and address is null and bvn is null and owner_first_name is null`
    expect(await count(incomplete)).toBeGreaterThan(10)
    expect(await count(`merchant where logo_file_id is null`)).toBeGreaterThan(500)
    expect(await count(`merchant where logo_file_id is not null`)).toBeGreaterThan(500)
    expect(await count(`merchant where consent_file_id is null and verified = 'ACCEPTED'`)).toBeGreaterThan(50)
    const withoutDirectors = `merchant m where business_type = 'REGISTERED' and not exists (select from director d where d.merchant_id = m.id)`
    expect(await count(withoutDirectors)).toBeGreaterThan(50)
    const withoutServices = `merchant m where verified = 'ACCEPTED' and not exists (select from merchant_service s where s.merchant_id = m.id)`
    expect(await count(withoutServices)).toBeGreaterThan(20)
    expect(await count(`bvn_record where watch_listed`)).toBeGreaterThan(5)
    const watchedAndWaiting = `bvn_record join merchant using (bvn) where watch_listed and verified = 'SUBMITTED'`
    expect(await count(watchedAndWaiting)).toBeGreaterThan(0)
    expect(await count(`merchant where length(business_name) > 120`)).toBe(2)
    expect(await count(`merchant where business_name = 'Ade & Sons "Bros" <Ventures>'`)).toBe(2)
  })

  it('has one name for each business of a mode, without numbers stuck on', async () => {
    expect(
      await count(`(select mode, lower(business_name) from merchant group by 1, 2 having count(*) > 1) as twice`),
    ).toBe(0)
    expect(await count(`merchant where business_name ~ '\\d' and business_name <> '100% Pure_Honey Farms'`)).toBe(0)
    expect(await count(`(select mode, email from merchant group by 1, 2 having count(*) > 1) as twice`)).toBe(0)
    expect(await count(`(select mode, prefix from merchant group by 1, 2 having count(*) > 1) as twice`)).toBe(0)
  })

  it('has addresses and numbers of the right form, and no address that could be anybody’s', async () => {
    for (const [table, column] of [
      ['merchant', 'email'],
      ['merchant', 'owner_email'],
      ['wallet', 'email'],
      ['staff', 'email'],
    ] as const) {
      expect(
        await count(`${table} where ${column} !~ '^[a-z0-9.]+@[a-z0-9.]+\\.(example|test)$'`),
        `${table}.${column}`,
      ).toBe(0)
    }
    for (const table of ['merchant', 'wallet']) {
      expect(await count(`${table} where phone_number !~ '^\\+234(70|80|81|90|91)\\d{8}$'`)).toBe(0)
    }
    const registered = `(business_type = 'REGISTERED') <> (registration_number is not null)`
    expect(await count(`merchant where ${registered} or registration_number !~ '^(RC \\d{6,7}|BN \\d{7})$'`)).toBe(0)
    expect(await count(`wallet where tier > 1 and bvn is null`)).toBe(0)
    expect(await count(`wallet where bvn is null and nin is null`)).toBeGreaterThan(100)
    expect(
      await count(`(select bvn from merchant where bvn is not null group by 1 having count(*) > 1) as twice`),
    ).toBe(0)
  })

  it('opens an account with a valid number for each accepted merchant and each wallet', async () => {
    const accounts = await rows<{ account_number: string; bank_code: string }>(
      `select account_number, bank_code from account where kind in ('MERCHANT', 'WALLET')`,
    )
    expect(accounts.length).toBe((await count(`merchant where verified = 'ACCEPTED'`)) + (await count('wallet')))
    for (const { account_number, bank_code } of accounts) expect(isNuban(account_number, bank_code)).toBe(true)
    expect(await count(`account where bank_code <> '101'`)).toBe(0)
    expect(await count(`account a join merchant m on m.id = a.merchant_id where m.verified <> 'ACCEPTED'`)).toBe(0)
    expect(await count(`account a join merchant m on m.id = a.merchant_id where a.mode <> m.mode`)).toBe(0)
    const settlement = await rows<{ account_number: string; bank_code: string }>(
      `select account_number, bank_code from settlement_account`,
    )
    for (const { account_number, bank_code } of settlement) expect(isNuban(account_number, bank_code)).toBe(true)
  })

  it('leaves the next account numbers free for the merchants that are approved next', async () => {
    const [waiting] = await rows<{ id: string }>(`select id from merchant where verified = 'SUBMITTED' limit 1`)
    const account = { mode: 'PRODUCTION', merchantId: waiting?.id ?? '', accountName: 'Next', now } as const
    await database.db.transaction().execute((transaction) => openMerchantAccount(transaction, account))
    const numbers = await rows<{ number: string }>(
      `select account_number as number from account order by account_number desc limit 1`,
    )
    const next = await count(`account where account_name = 'Next' and account_number = '${numbers[0]?.number}'`)
    expect(next).toBe(1)
    await database.db.deleteFrom('account').where('account_name', '=', 'Next').execute()
  })

  it('spreads over 24 months with the rhythm of the week, up to minutes ago', async () => {
    for (const table of ['merchant', 'wallet', 'merchant_upgrade', 'account', 'audit']) {
      const at = table === 'audit' ? 'at' : 'created_at'
      expect(await count(`${table} where ${at} > '${now.toISOString()}'`), table).toBe(0)
    }
    const months = await rows<{ n: number }>(`
      select count(*)::int as n from merchant where mode = 'PRODUCTION'
      group by date_trunc('month', created_at) order by date_trunc('month', created_at)`)
    expect(months.length).toBeGreaterThanOrEqual(24)
    const [week] = await rows<{ sunday: number; monday: number }>(`
      select count(*) filter (where extract(dow from created_at) = 0)::int as sunday,
        count(*) filter (where extract(dow from created_at) = 1)::int as monday from merchant`)
    expect(week?.monday ?? 0).toBeGreaterThan(2 * (week?.sunday ?? 0))
    for (const table of ['merchant', 'wallet', 'merchant_upgrade']) {
      expect(
        await count(`${table} where created_at > '${now.toISOString()}'::timestamptz - interval '20 minutes'`),
        table,
      ).toBeGreaterThan(0)
    }
    expect(await count(`wallet w join merchant m on m.id = w.merchant_id where w.created_at < m.decided_at`)).toBe(0)
    const waiting = `(select status from merchant_upgrade where mode = 'PRODUCTION' order by created_at desc limit 5) as newest`
    expect(await count(`${waiting} where status not in ('PENDING', 'IN-REVIEW')`)).toBe(0)
  })

  it('has batches in every state, whose sent items are payouts that stand where the items say', async () => {
    const states = `(select distinct mode, status from bulk_batch) as state`
    expect(await count(states)).toBe(6)
    expect(await count(`bulk_batch where mode = 'PRODUCTION'`)).toBe(39)
    expect(await count(`bulk_batch where mode = 'SANDBOX'`)).toBe(7)
    const sent = `bulk_item i join bulk_batch b on b.id = i.batch_id left join transaction t on t.id = i.transaction_id
      and t.merchant_id = i.merchant_id and t.mode = b.mode and t.amount_kobo = i.amount_kobo and t.created_at > b.created_at`
    expect(await count(`${sent} where i.status in ('SUCCESS', 'FAILED')`)).toBeGreaterThan(200)
    const shown = `case when t.status in ('QUEUED', 'PENDING') then 'PENDING' else t.status end`
    expect(
      await count(`${sent} where i.status in ('PENDING', 'SUCCESS', 'FAILED') and ${shown} is distinct from i.status`),
    ).toBe(0)
    expect(await count(`${sent} where b.status = 'COMPLETED' and i.status in ('NEW', 'PENDING')`)).toBe(0)
    expect(
      await count(`bulk_batch b where invalid_items <> (select count(*) from bulk_item
      where batch_id = b.id and status = 'NOT_PROCESSED' and problem is not null)`),
    ).toBe(0)
  })

  it('has a few very large merchants', async () => {
    const largest = await rows<{ n: number }>(`
      select count(*)::int as n from wallet where mode = 'PRODUCTION' group by merchant_id order by 1 desc limit 5`)
    expect(largest.map(({ n }) => n)).toEqual([1842, 1204, 866, 641, 512])
  })

  it('remembers who decided what in the last thirty days', async () => {
    const since = `'${now.toISOString()}'::timestamptz - interval '30 days'`
    expect(await count(`audit where at < ${since}`)).toBe(0)
    const decided = await count(`merchant where decided_at >= ${since}`)
    expect(decided).toBeGreaterThan(30)
    expect(await count(`audit where action in ('merchant.approve', 'merchant.decline')`)).toBe(decided)
    const upgrades = await count(`merchant_upgrade where decided_at >= ${since}`)
    expect(await count(`audit where action in ('merchant-upgrade.approve', 'merchant-upgrade.decline')`)).toBe(upgrades)
    const matching = `audit a join merchant m on m.id::text = a.record_id and m.decided_by = a.staff_id and m.decided_at = a.at`
    expect(await count(`${matching} where a.after->>'verified' = m.verified`)).toBe(decided)
  })

  it('has real documents: PDFs that name their merchant, and pictures', async () => {
    for (const bytes of await bytesOf(`content_type = 'application/pdf'`)) {
      const text = bytes.toString('latin1')
      expect(text.startsWith('%PDF-1.4')).toBe(true)
      expect(text.endsWith('%%EOF\n')).toBe(true)
      const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
      expect(text.slice(table, table + 4)).toBe('xref')
      for (const [number, entry] of [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].entries()) {
        expect(text.slice(Number(entry[1])).startsWith(`${number + 1} 0 obj`)).toBe(true)
      }
      const stream = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text)
      expect(stream?.[2]?.length).toBe(Number(stream?.[1]))
    }
    const [paper] = await bytesOf(`id in (
      select file_id from merchant_document join merchant on merchant.id = merchant_id
      where business_name = 'Danfo Express Logistics' and mode = 'PRODUCTION' and position = 0)`)
    expect(paper?.toString('latin1')).toContain('(Danfo Express Logistics) Tj')
    for (const bytes of await bytesOf(`content_type like 'image/%'`)) {
      const { format, width } = await sharp(bytes).metadata()
      expect(['png', 'webp']).toContain(format)
      expect(width).toBeGreaterThanOrEqual(128)
    }
  })

  it('stores every document that a row names, and nothing else', async () => {
    const stored = await readdir(folder, { recursive: true })
    const keys = await rows<{ path: string }>(`select left(storage_key, 2) || '/' || storage_key as path from file`)
    expect(stored.filter((path) => path.length > 2).toSorted()).toEqual(keys.map(({ path }) => path).toSorted())
    const used = `file f where not exists (select from merchant where f.id in (logo_file_id, identity_file_id, consent_file_id))
      and not exists (select from merchant_document where file_id = f.id)
      and not exists (select from merchant_upgrade_document where file_id = f.id)
      and not exists (select from director where identity_file_id = f.id)
      and not exists (select from dispute_attachment where file_id = f.id)`
    expect(await count(used)).toBe(0)
  })

  it('signs in with the demo password: an admin, colleagues who decided, an auditor', async () => {
    const staff = await database.db.selectFrom('staff').selectAll().orderBy('id').execute()
    const admin = staff.find(({ email }) => email === 'admin@demo.test')
    expect(admin).toMatchObject({ first_name: 'Adaeze', last_name: 'Okonkwo', role: 'ADMIN', status: 'ACTIVE' })
    expect(staff.find(({ email }) => email === 'auditor@demo.test')).toMatchObject({
      role: 'AUDITOR',
      status: 'ACTIVE',
    })
    for (const { password_hash } of staff) expect(await isPassword(password_hash, 'kobo-demo-2026')).toBe(true)
    expect(await count(`staff where exists (select from merchant where decided_by = staff.id)`)).toBeGreaterThanOrEqual(
      5,
    )
  })

  it('has invites that were accepted, that wait and that are too old, and members of every role, here and gone', async () => {
    const at = `'${now.toISOString()}'::timestamptz`
    const invites = await rows(`
      select consumated_at is not null as accepted, expires_at <= ${at} and consumated_at is null as late, count(*)::int as n
      from invite group by 1, 2 order by 1, 2`)
    expect(invites).toEqual([
      { accepted: false, late: false, n: 3 },
      { accepted: false, late: true, n: 2 },
      { accepted: true, late: false, n: 9 },
    ])
    expect(await count('invite join staff using (email) where consumated_at = staff.created_at')).toBe(9)
    const members = await rows('select role, status, count(*)::int as n from staff group by 1, 2 order by 1, 2')
    expect(members).toEqual([
      { role: 'ADMIN', status: 'ACTIVE', n: 6 },
      { role: 'ADMIN', status: 'INACTIVE', n: 1 },
      { role: 'AUDITOR', status: 'ACTIVE', n: 1 },
      { role: 'AUDITOR', status: 'INACTIVE', n: 1 },
    ])
    const gone = `audit a join staff on staff.id::text = a.record_id and staff.status = 'INACTIVE'`
    expect(await count(`${gone} where a.action = 'staff.change' and a.after->>'status' = staff.status`)).toBe(2)
  })

  it('tells how far it is, to the end', () => {
    for (const [step, { done, total }] of progress.entries()) {
      expect(done).toBeLessThanOrEqual(total)
      if (step > 1) expect(done).toBeGreaterThanOrEqual(progress[step - 1]?.done ?? 0)
    }
    const last = progress.at(-1)
    expect(last?.done).toBe(last?.total)
  })

  it('is made once: a second fill changes nothing and says nothing', async () => {
    const before = [await count('merchant'), await count('file'), await count('account'), await count('staff')]
    const heard: Progress[] = []
    await fillDemoWorld({
      database,
      files,
      seal,
      now: new Date(),
      transactions,
      onProgress: (step) => heard.push(step),
    })
    expect([await count('merchant'), await count('file'), await count('account'), await count('staff')]).toEqual(before)
    expect(heard).toEqual([])
  })
})

describe('the history of the demo world', () => {
  it('has its transactions, virtual and static accounts in both modes', async () => {
    expect(await rows(`select mode, count(*)::int as n from transaction group by 1 order by 1`)).toEqual([
      { mode: 'PRODUCTION', n: 200_000 },
      { mode: 'SANDBOX', n: 12_000 },
    ])
    const kinds = await rows<{ mode: string; kind: string; n: number }>(
      `select mode, kind, count(*)::int as n from virtual_account group by 1, 2 order by 1, 2`,
    )
    expect(kinds.map(({ mode, kind, n }) => `${mode} ${kind} ${n > (mode === 'SANDBOX' ? 120 : 1500)}`)).toEqual([
      'PRODUCTION STATIC true',
      'PRODUCTION VIRTUAL true',
      'SANDBOX STATIC true',
      'SANDBOX VIRTUAL true',
    ])
    const unused = await count(`virtual_account where kind = 'VIRTUAL' and used_at is null`)
    expect(unused).toBeGreaterThan(100)
    expect(unused).toBeLessThan(200)
  })

  it('has payments by card in every state, and an acquirer that has paid for all but the newest', async () => {
    const states = await rows(`
      select mode, status, count(*)::int as n from transaction where payment_method = 'CARD' group by 1, 2 order by 1, 2`)
    expect(states).toEqual([
      { mode: 'PRODUCTION', status: 'DECLINED', n: 9 },
      { mode: 'PRODUCTION', status: 'FAILED', n: 6 },
      { mode: 'PRODUCTION', status: 'SUCCESS', n: 60 },
      { mode: 'SANDBOX', status: 'DECLINED', n: 3 },
      { mode: 'SANDBOX', status: 'FAILED', n: 2 },
      { mode: 'SANDBOX', status: 'SUCCESS', n: 12 },
    ])
    const unpaid = await count(`hold where kind = 'ACQUIRING' and status = 'HELD'`)
    expect(unpaid).toBeGreaterThan(0)
    expect(unpaid).toBeLessThan(20)
    expect(await count(`acquirer_payment where extract(hour from at at time zone 'Africa/Lagos') <> 6`)).toBe(0)
  })

  it('has batches of cards and cards in every state, and payments by them that went every way, in both modes', async () => {
    const both = (name: string, values: readonly string[]) =>
      ['PRODUCTION', 'SANDBOX'].flatMap((mode) => values.map((value) => ({ mode, [name]: value })))
    const batches = await rows(`select distinct mode, status from card_batch order by 1, 2`)
    expect(batches).toEqual(both('status', ['ACCEPTED', 'DECLINED', 'PENDING']))
    const cards = await rows(`select distinct mode, status from card order by 1, 2`)
    expect(cards).toEqual(both('status', ['ACTIVE', 'BLOCKED', 'DELETED']))
    const types = await rows(`select distinct mode, type from card order by 1, 2`)
    expect(types).toEqual(both('type', ['PHYSICAL', 'VIRTUAL']))
    const holders = await rows(`select distinct mode, (wallet_id is null)::text as own from card order by 1, 2`)
    expect(holders).toEqual(both('own', ['false', 'true']))
    const ways = await rows(`select distinct mode, status from card_purchase order by 1, 2`)
    expect(ways).toEqual(both('status', ['AUTHORISED', 'CLEARED', 'DECLINED', 'EXPIRED', 'RETURNED', 'REVERSED']))
    expect(await count(`card_purchase where covered_kobo > 0`)).toBeGreaterThan(0)
    expect(await count(`card_purchase where transaction_id <> authorisation_id`)).toBeGreaterThan(0)
    expect(
      await count(
        `owed_payment where owed = 'SCHEME_FLOAT' and extract(hour from at at time zone 'Africa/Lagos') <> 6`,
      ),
    ).toBe(0)
    const waits = `card_batch join merchant on merchant.id = merchant_id where card_batch.status = 'PENDING'`
    expect(await count(`${waits} and not is_card_enabled`)).toBe(2)
  })

  it('has child accounts of merchants and of customers, active and inactive, with what moved on them', async () => {
    const kinds = await rows(`
      select mode, wallet_id is not null as is_customers, inactive_since is null as is_active, count(*)::int > 0 as some
      from account where kind = 'CHILD' group by 1, 2, 3 order by 1, 2, 3`)
    expect(kinds).toEqual(
      ['PRODUCTION', 'SANDBOX'].flatMap((mode) =>
        [false, true].flatMap((is_customers) =>
          [false, true].map((is_active) => ({ mode, is_customers, is_active, some: true })),
        ),
      ),
    )
    expect(await count(`account where kind = 'CHILD' and mode = 'PRODUCTION'`)).toBeGreaterThan(60)
    expect(await count(`transaction where scope = 'CHILD' and mode = 'PRODUCTION'`)).toBeGreaterThan(400)
    const early = `transaction t join account a on a.id = t.account_id where t.scope = 'CHILD' and t.created_at <`
    expect(await count(`${early} a.created_at`)).toBe(0)
    expect(await count(`account where inactive_since > '${now.toISOString()}'`)).toBe(0)
    // Payers may still get refunds from an inactive account.
    const ordered = `type = 'DEBIT' and category <> 'REFUND'`
    const paid = `transaction t join account a on a.id = t.account_id where ${ordered} and t.created_at > inactive_since`
    expect(await count(paid)).toBe(0)
    const unlike = `transaction c join transaction p on c.reference = p.reference || '/FEE' and c.mode = p.mode`
    expect(await count(`${unlike} where c.status <> p.status or c.created_at <> p.created_at`)).toBe(0)
  })

  it('has every scope, type and category that a filter offers, and every status of a payout, in both modes', async () => {
    const combinations = await rows<{ mode: string; n: number }>(`
      select mode, count(distinct (scope, type, category))::int as n from transaction group by 1 order by 1`)
    expect(combinations).toEqual([
      { mode: 'PRODUCTION', n: 31 },
      { mode: 'SANDBOX', n: 31 },
    ])
    const statuses = await rows(`
      select mode, scope, count(distinct status)::int as n from transaction
      where category = 'BANK_TRANSFER' group by 1, 2 order by 1, 2`)
    expect(statuses).toEqual(
      ['PRODUCTION', 'SANDBOX'].flatMap((mode) =>
        ['CHILD', 'MERCHANT', 'STORE', 'WALLET'].map((scope) => ({ mode, scope, n: 4 })),
      ),
    )
    const open = `transaction where status in ('QUEUED', 'PENDING') and card_id is null`
    expect(
      await count(
        `${open} and category not in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT', 'DEBIT_CHILD_ACCOUNT_CHARGES')`,
      ),
    ).toBe(0)
    const [share] = await rows<{ failed: number }>(`
      select avg((status = 'FAILED')::int)::float as failed from transaction where category = 'BANK_TRANSFER'`)
    expect(share?.failed).toBeGreaterThan(0.02)
    expect(share?.failed).toBeLessThan(0.08)
  })

  it('JUJU-03 has bills of every category in every state, and billers that were paid, in both modes', async () => {
    for (const column of ['status', 'category']) {
      const found = await rows(
        `select mode, count(distinct ${column})::int as n from bill_payment group by 1 order by 1`,
      )
      const n = column === 'status' ? 3 : 5
      expect(found).toEqual([
        { mode: 'PRODUCTION', n },
        { mode: 'SANDBOX', n },
      ])
    }
    expect(await count(`owed_payment where owed = 'BILLER_FLOAT'`)).toBeGreaterThan(10)
    expect(await count(`bill_payment where created_at > '${now.toISOString()}'`)).toBe(0)
  })

  it('PARTNER-01 CONTACT-01 has partners with merchants, and messages of both statuses, in both modes', async () => {
    expect(await rows('select mode, count(distinct status)::int as n from partner group by 1 order by 1')).toEqual([
      { mode: 'PRODUCTION', n: 2 },
      { mode: 'SANDBOX', n: 2 },
    ])
    expect(await count('merchant where partner_id is not null')).toBeGreaterThan(200)
    expect(
      await count('merchant join partner on partner.id = partner_id where partner.created_at > merchant.created_at'),
    ).toBe(0)
    const messages = await rows(
      'select mode, count(distinct status)::int as n from contact_message group by 1 order by 1',
    )
    expect(messages).toEqual([
      { mode: 'PRODUCTION', n: 2 },
      { mode: 'SANDBOX', n: 2 },
    ])
  })

  it('REFUND-02 has refunds in every state, each of a merchant that may refund, in both modes', async () => {
    const states = await rows(`
      select refund.mode, count(distinct transaction.status)::int as n from refund
      join transaction on transaction.id = refund_transaction_id
      join merchant on merchant.id = refund.merchant_id and is_refund_enabled
      where dispute_id is null group by 1 order by 1`)
    expect(states).toEqual([
      { mode: 'PRODUCTION', n: 4 },
      { mode: 'SANDBOX', n: 4 },
    ])
    expect(await count('refund where dispute_id is null and staff_id is not null')).toBe(25)
    expect(await count('refund where dispute_id is not null and staff_id is null')).toBe(0)
    expect(await count(`refund where created_at > '${now.toISOString()}'`)).toBe(0)
  })

  it('has sub-accounts, splits and settlements in every state, in both modes', async () => {
    const states = await rows(`
      select mode, count(distinct (category, status))::int as states,
        count(*) filter (where transaction_id is null)::int > 0 as some_without_bank,
        count(*) filter (where reason like '%refused%')::int > 0 as some_refused
      from settlement group by 1 order by 1`)
    expect(states).toEqual(
      ['PRODUCTION', 'SANDBOX'].map((mode) => ({ mode, states: 6, some_without_bank: true, some_refused: true })),
    )
    expect(
      await rows(`select account.mode, count(distinct state)::int as n from settlement_item
        join account on account.id = account_id group by 1 order by 1`),
    ).toEqual([
      { mode: 'PRODUCTION', n: 3 },
      { mode: 'SANDBOX', n: 3 },
    ])
    expect(await count(`settlement where created_at > '${now.toISOString()}'`)).toBe(0)
    const kinds = await rows(`select mode, split_type, inactive_since is null as is_active from subaccount
      group by 1, 2, 3 order by 1, 2, 3`)
    expect(kinds.length).toBeGreaterThanOrEqual(6)
  })

  it('STORE-02 SHOP-01 has shops, stores and terminals, active and inactive, with all that moves on them, in both modes', async () => {
    for (const mode of ['PRODUCTION', 'SANDBOX']) {
      const activity = `(inactive_since is null)`
      for (const table of ['shop', 'terminal']) {
        expect(await rows(`select distinct ${activity} as is from ${table} where mode = '${mode}'`)).toHaveLength(2)
      }
      expect(await count(`store where mode = '${mode}' and shop_id is null`)).toBeGreaterThan(0)
      const moved = await rows<{ category: string; n: number }>(`
        select category, count(*)::int as n from transaction
        where mode = '${mode}' and scope in ('STORE', 'TERMINAL') group by 1`)
      expect(new Set(moved.map(({ category }) => category))).toEqual(new Set(storeCategories))
      const ofTerminals = `account a join terminal on terminal.id = a.id where a.mode = '${mode}'`
      expect(await count(`${ofTerminals} and booked_kobo > 0`)).toBeGreaterThan(0)
      expect(
        await count(`transaction where mode = '${mode}' and category = 'CREDIT_STORE' and status = 'DECLINED'`),
      ).toBeGreaterThan(0)
    }
    expect(await count(`transaction where scope in ('STORE', 'TERMINAL')`)).toBeGreaterThan(300)
  })

  it('settles nobody’s past: those who want it are settled from now on, and most want it not', async () => {
    const wanting = `merchant where status = 'ACTIVE' and (auto_settlement or auto_instant_settlement)`
    const wanted = await count(wanting)
    expect(wanted).toBeGreaterThan(100)
    expect(wanted).toBeLessThan(0.3 * (await count(`merchant where status = 'ACTIVE'`)))
    for (const flag of ['auto_settlement', 'auto_instant_settlement'])
      expect(await count(`merchant where ${flag}`)).toBeGreaterThan(20)
    expect(
      await count(`account join merchant on merchant.id = merchant_id
        left join settlement_mark as mark on mark.account_id = account.id
        where account.kind = 'MERCHANT' and (auto_settlement or auto_instant_settlement)
          and mark.until is distinct from '${now.toISOString()}'`),
    ).toBe(0)
  })

  it('STATE-12 has disputes in every state in both modes, some overdue, short, silent, or with pictures', async () => {
    const states = await rows(
      `select mode, count(distinct status)::int as n, count(distinct category)::int as categories from dispute group by 1 order by 1`,
    )
    expect(states).toEqual([
      { mode: 'PRODUCTION', n: 7, categories: 4 },
      { mode: 'SANDBOX', n: expect.any(Number), categories: expect.any(Number) },
    ])
    for (const mode of ['PRODUCTION', 'SANDBOX']) {
      const some = async (what: string) =>
        expect(await count(`dispute where mode = '${mode}' and ${what}`)).toBeGreaterThan(0)
      for (const status of [
        'NEW',
        'IN_PROGRESS',
        'AWAITING_FEEDBACK',
        'FEEDBACK_PROVIDED',
        'RESOLVED',
        'REJECTED',
        'CLOSED',
      ]) {
        await some(`status = '${status}'`)
      }
      const open = `status not in ('RESOLVED', 'REJECTED', 'CLOSED')`
      await some(`${open} and due_at < '${now.toISOString()}'`)
      await some(`${open} and due_at > '${now.toISOString()}'`)
      await some(`alert like 'The refund failed%'`)
      await some(
        `exists (select from hold where dispute_id = dispute.id and status = 'HELD' and amount_kobo < wanted_kobo)`,
      )
      await some(`exists (select from dispute_attachment where dispute_id = dispute.id)`)
      await some(`exists (select from dispute_message where dispute_id = dispute.id and sender_role = 'MERCHANT')`)
    }
    expect(await count(`dispute where conversation = 'DISABLED'`)).toBeGreaterThan(0)
    for (const table of ['dispute', 'dispute_message', 'dispute_activity'] as const) {
      expect(await count(`${table} where created_at > '${now.toISOString()}'`), table).toBe(0)
    }
  })

  it('passes every check of the ledger', async () => {
    const { lost, ...others } = await verifyLedger(database.db, allChecks)
    // The check of a batch's age uses the database's clock, while this history ends on a fixed day.
    expect({ ...others, lost: lost.filter(({ kind }) => kind !== 'batch-stuck') }).toEqual({
      lost: [],
      duplicated: [],
      imbalance: [],
      auditGaps: [],
    })
    const age = `'${now.toISOString()}'::timestamptz - created_at`
    expect(
      await count(`bulk_batch where status = 'UPLOADING' or status = 'UPLOADED' and ${age} > interval '5 days'`),
    ).toBe(0)
  })

  it('never lets an account fall below zero', async () => {
    const [lowest] = await rows<{ kobo: bigint }>(`
      select min(balance)::bigint as kobo from (
        select sum(amount_kobo) over (partition by account_id order by at, transfer_id) as balance
        from entry join account on account.id = account_id) as running`)
    expect(lowest?.kobo).toBeGreaterThanOrEqual(0n)
    expect(await count(`account where booked_kobo > 0`)).toBeGreaterThan(8000)
  })

  it('counts its transactions as they are', async () => {
    await foldAll(database.db)
    const ofTransactions = `scope in ('MERCHANT', 'WALLET', 'CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL')`
    const wrong = `(
      select mode, scope, type, category, day, n, n_success, success_kobo from count_day where ${ofTransactions}
      except
      select mode, scope, coalesce(type, '*'), coalesce(category, '*'), (created_at at time zone 'Africa/Lagos')::date,
        count(*), count(*) filter (where status = 'SUCCESS'),
        coalesce(sum(amount_kobo) filter (where status = 'SUCCESS'), 0)
      from transaction group by mode, scope, 5, cube (type, category)) as wrong`
    expect(await count(wrong)).toBe(0)
    const [sum] = await rows<{ days: bigint; months: bigint; whole: bigint }>(`
      select (select sum(n)::bigint from count_day where type = '*' and category = '*' and ${ofTransactions}) as days,
        (select sum(n)::bigint from count_month where type = '*' and category = '*' and ${ofTransactions} and merchant_id <> '${everyMerchant}') as months,
        (select sum(n)::bigint from count_month where type = '*' and category = '*' and ${ofTransactions} and merchant_id = '${everyMerchant}') as whole`)
    expect(sum).toEqual({ days: 212_000n, months: 212_000n, whole: 212_000n })
  })

  it('lives in the past, and on accounts that were open by then', async () => {
    const later = `> '${now.toISOString()}'::timestamptz`
    for (const [table, at] of [
      ['transaction', 'greatest(created_at, paid_at)'],
      ['transfer', 'at'],
      ['entry', 'at'],
      ['payout_log', 'created_at'],
      ['activity', 'created_at'],
      ['webhook_event', 'greatest(created_at, next_attempt_at)'],
      ['webhook_attempt', 'at'],
      ['virtual_account', 'greatest(created_at, closed_at)'],
      ['checkout', 'greatest(created_at, paid_at)'],
      ['payment_link', 'greatest(created_at, inactive_at)'],
    ]) {
      expect(await count(`${table} where ${at} ${later}`), table).toBe(0)
    }
    expect(await count(`transaction t join wallet w on w.id = t.wallet_id where t.created_at < w.created_at`)).toBe(0)
    expect(await count(`transaction t join merchant m on m.id = t.merchant_id where t.created_at < m.decided_at`)).toBe(
      0,
    )
    expect(await count(`virtual_account v join merchant m on m.id = merchant_id where v.created_at < decided_at`)).toBe(
      0,
    )
    const hour = `'${now.toISOString()}'::timestamptz - interval '1 hour'`
    expect(await count(`transaction where created_at > ${hour}`)).toBeGreaterThanOrEqual(120)
    // A card authorisation waits for the scheme.
    const waits = `transaction where status in ('QUEUED', 'PENDING') and card_id is null`
    expect(await count(`${waits} and created_at < ${hour}`)).toBe(0)
  })

  it('has the rhythm of hours and weeks over 24 months, and merchants that are far larger than the others', async () => {
    const months = await rows(`select 1 from transaction group by date_trunc('month', created_at)`)
    expect(months.length).toBeGreaterThanOrEqual(24)
    const [rhythm] = await rows<Record<'sunday' | 'monday' | 'night' | 'noon', number>>(`
      select count(*) filter (where extract(dow from lagos) = 0)::int as sunday,
        count(*) filter (where extract(dow from lagos) = 1)::int as monday,
        count(*) filter (where extract(hour from lagos) = 3)::int as night,
        count(*) filter (where extract(hour from lagos) = 11)::int as noon
      from (select created_at at time zone 'Africa/Lagos' as lagos from transaction) as at`)
    expect(rhythm?.monday).toBeGreaterThan(2 * (rhythm?.sunday ?? 0))
    expect(rhythm?.noon).toBeGreaterThan(10 * (rhythm?.night ?? 0))
    const [largest] = await rows<{ n: number }>(`
      select count(*)::int as n from transaction where mode = 'PRODUCTION' group by merchant_id order by 1 desc limit 1`)
    expect(largest?.n).toBeGreaterThan(10_000)
  })

  it('has references, session IDs and account numbers of the right form', async () => {
    const reference = `'^((KBO-\\d{14}-[0-9A-Z]{4,6}|COL-\\d{30})(/FEE|/R1)?|CRD-[0-9A-F]{32}(/R1)?|CARD-[0-9A-F]{32}(/R)?|SWEEP/\\d{4}-\\d\\d-\\d\\d/\\d{10}|TERMINAL/\\d{4}-\\d\\d/\\d{10})$'`
    expect(await count(`transaction where reference !~ ${reference}`)).toBe(0)
    expect(await count(`transaction where session_id !~ '^\\d{30}$'`)).toBe(0)
    const sessionOf = `to_char(created_at at time zone 'Africa/Lagos', 'YYMMDDHH24MISS')`
    expect(await count(`transaction where substr(session_id, 7, 12) <> ${sessionOf}`)).toBe(0)
    // Payouts that failed at the name enquiry were never sent.
    const sent = `category in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT') and status <> 'QUEUED' and response_code is distinct from '07'`
    expect(await count(`transaction where ${sent} and session_id not like '000023%'`)).toBe(0)
    const beside = `category like '%CHILD_ACCOUNT_CHARGES'`
    expect(
      await count(
        `transaction where not ${beside} and (session_id is null) = (${sent} or category in ('BANK_FUNDING', 'CREDIT_STORE'))`,
      ),
    ).toBe(0)
    const numbers = await rows<{ number: string; bank: string }>(`
      select beneficiary_number as number, beneficiary_bank_code as bank from transaction where category = 'BANK_TRANSFER'
      union select originator_number, originator_bank_code from transaction where category = 'BANK_FUNDING'
      union select account_number, bank_code from virtual_account`)
    expect(numbers.length).toBeGreaterThan(10_000)
    for (const { number, bank } of numbers) expect(isNuban(number, bank)).toBe(true)
    const receiving = `select account_number from account union select account_number from virtual_account`
    expect(
      await count(`transaction where category = 'BANK_FUNDING' and beneficiary_number not in (${receiving})`),
    ).toBe(0)
    expect(await count(`transaction where beneficiary_number in (${receiving}) and category = 'BANK_TRANSFER'`)).toBe(0)
  })

  it('charges what was charged at the time, and by a merchant’s own prices once they were agreed', async () => {
    const payout = `transaction t where category = 'BANK_TRANSFER' and scope <> 'CHILD' and not exists (
      select from merchant_charge c where c.merchant_id = t.merchant_id)`
    const fee = `case when amount_kobo < 500100 then 1000 when amount_kobo <= 5000000 then 2500 else 5000 end`
    expect(await count(`${payout} and fee_kobo <> ${fee}`)).toBe(0)
    const taxed = `created_at >= '2026-01-19T00:00+01'`
    expect(await count(`transaction where not ${taxed} and vat_kobo > 0`)).toBe(0)
    // The amount of a linked charge is the fee itself.
    const fees = `case when category like '%CHILD_ACCOUNT_CHARGES' or category = 'DEBIT_STORE' then amount_kobo else fee_kobo end`
    expect(await count(`transaction where ${taxed} and vat_kobo <> round(${fees} * 0.075)`)).toBe(0)
    const duty = `category = 'BANK_TRANSFER' and amount_kobo >= 1000000 and created_at >= '2026-01-01T00:00+01'`
    expect(await count(`transaction where stamp_duty_kobo <> case when ${duty} then 5000 else 0 end`)).toBe(0)
    const agreed = `transaction t join merchant_charge c on c.merchant_id = t.merchant_id and c.name = 'transfers'
      where category = 'BANK_TRANSFER' and scope <> 'CHILD' and amount_kobo < 500100`
    expect(await count(`${agreed} and t.created_at > c.updated_at`)).toBeGreaterThan(0)
    expect(await count(`${agreed} and fee_kobo <> case when t.created_at > c.updated_at then 800 else 1000 end`)).toBe(
      0,
    )
    const noted = `merchant_charge c join audit a on a.merchant_id = c.merchant_id and a.at = c.updated_at
      where action = 'charges.update' and a.after ? c.name`
    expect(await count(noted)).toBe(15)
  })

  it('respects what a customer’s tier allows', async () => {
    expect(await count(`account a join wallet w on w.id = wallet_id where tier = 1 and booked_kobo > 30000000`)).toBe(0)
    const day = `(created_at at time zone 'Africa/Lagos')::date`
    const spent = `(select wallet_id, sum(amount_kobo) as kobo from transaction
      where type = 'DEBIT' and status in ('SUCCESS', 'PENDING') group by wallet_id, ${day}) as spent join wallet on id = wallet_id`
    expect(await count(`${spent} where kobo > (array[5000000, 20000000, 500000000])[tier]`)).toBe(0)
    expect(await count(`${spent} where num_nonnulls(bvn, nin) < least(tier, 2)`)).toBe(0)
    expect(await count(`transaction t join wallet w on w.id = wallet_id where w.status = 'PENDING'`)).toBe(0)
  })

  it('tells each step of the last thirty days and no earlier one', async () => {
    const since = `'${now.toISOString()}'::timestamptz - interval '30 days'`
    for (const table of ['payout_log', 'activity', 'webhook_event']) {
      expect(await count(`${table} where created_at < ${since}`), table).toBe(0)
    }
    const untold = `transaction t where created_at >= ${since} and category in ('BANK_TRANSFER', 'BANK_FUNDING')
      and not exists (select from activity where transaction_id = t.id)`
    expect(await count(untold)).toBe(0)
    const steps = await rows<{ status: string; steps: string }>(`
      select distinct status, steps from (
        select status, string_agg(a.category, ' ' order by a.created_at, a.id) as steps
        from transaction t join activity a on a.transaction_id = t.id
        where t.category = 'BANK_TRANSFER' and alert is null and a.category not in ('TRANSFER_WEBHOOK', 'TRANSACTION_STATUS')
        group by t.id) as trail order by 1, 2`)
    const success = 'FUND_SUCCESS PROVIDER_CHARGES_SETTLEMENT COMMISSION_CHARGE_ON_PROVIDER TRANSFER_SUCCESSFUL'
    expect(steps).toEqual([
      { status: 'FAILED', steps: 'SESSION_INIT TRANSFER_INIT FUND_FAILED' },
      { status: 'FAILED', steps: 'SESSION_INIT TRANSFER_INIT FUND_PENDING FUND_FAILED' },
      { status: 'PENDING', steps: 'SESSION_INIT TRANSFER_INIT FUND_PENDING' },
      { status: 'QUEUED', steps: 'SESSION_INIT' },
      { status: 'SUCCESS', steps: `SESSION_INIT TRANSFER_INIT FUND_PENDING ${success}` },
    ])
    expect(await count(`payout_log where request::text ~ '"bvn"' or response::text ~ '"bvn"'`)).toBe(0)
  })

  it('has told the merchants: most at once, some after failures, a few never', async () => {
    const endpoints = await database.db.selectFrom('webhook_endpoint').selectAll().execute()
    expect(endpoints.length).toBe(await count(`merchant where status = 'ACTIVE'`))
    for (const { merchant_id, url, sealed_secret } of endpoints) {
      expect(url).toBe(`simulator:/hooks/${merchant_id}`)
      expect(seal.open(sealed_secret)).toMatch(/^whsec_/)
    }
    const attempts = await rows<{ status: string; attempts: number; n: number }>(
      `select status, attempts, count(*)::int as n from webhook_event where mode = 'PRODUCTION' group by 1, 2 order by 1, 2`,
    )
    expect(attempts.map(({ status, attempts: made }) => [status, made])).toEqual([
      ['DELIVERED', 1],
      ['DELIVERED', 2],
      ['DELIVERED', 3],
      ['FAILED', 7],
    ])
    expect(attempts[0]?.n).toBeGreaterThan(0.9 * attempts.reduce((sum, { n }) => sum + n, 0))
    const kept = `webhook_event e where attempts <> (select count(*) from webhook_attempt where event_id = e.id)`
    expect(await count(kept)).toBe(0)
    expect(await count(`webhook_event where body::jsonb ->> 'id' <> id::text`)).toBe(0)
  })

  it('has payouts that were approved after they had failed, with an alert and the money accounted for', async () => {
    expect(
      await count(`transaction where alert is not null and status = 'FAILED' and category = 'BANK_TRANSFER'`),
    ).toBe(4)
    const compensated = `transfer x join transaction t on t.id = transaction_id and alert is not null
      join entry e on e.transfer_id = x.id and e.amount_kobo = t.amount_kobo where kind = 'COMPENSATION'`
    expect(await count(compensated)).toBe(4)
  })

  it('has payouts for later in every state, some due within minutes; the dispatched are payouts of the history', async () => {
    const scheduled = await rows(`
      select mode, status, count(*)::int as n, count(transaction_id)::int as linked from scheduled_payout
      group by 1, 2 order by 1, 2`)
    expect(scheduled).toEqual([
      { mode: 'PRODUCTION', status: 'CANCELLED', n: 40, linked: 0 },
      { mode: 'PRODUCTION', status: 'DISPATCHED', n: 240, linked: 240 },
      { mode: 'PRODUCTION', status: 'FAILED', n: 30, linked: 0 },
      { mode: 'PRODUCTION', status: 'NEW', n: 90, linked: 0 },
      { mode: 'SANDBOX', status: 'CANCELLED', n: 4, linked: 0 },
      { mode: 'SANDBOX', status: 'DISPATCHED', n: 22, linked: 22 },
      { mode: 'SANDBOX', status: 'FAILED', n: 4, linked: 0 },
      { mode: 'SANDBOX', status: 'NEW', n: 10, linked: 0 },
    ])
    const fitting = `scheduled_payout s join transaction t on t.id = s.transaction_id
      and (t.mode, t.merchant_id, t.amount_kobo, t.beneficiary_number) = (s.mode, s.merchant_id, s.amount_kobo, s.account_number)
      and t.created_at between s.due_at and s.due_at + interval '5 seconds' and s.created_at < s.due_at`
    expect(await count(fitting)).toBe(262)
    const soon = `scheduled_payout where status = 'NEW' and due_at between '${now.toISOString()}'
      and '${now.toISOString()}'::timestamptz +`
    expect(await count(`${soon} interval '1 hour'`)).toBeGreaterThanOrEqual(10)
    expect(await count(`${soon} interval '31 days'`)).toBe(100)
    expect(await count(`scheduled_payout where created_at > '${now.toISOString()}' or created_at >= due_at`)).toBe(0)
    expect(await count(`scheduled_payout where status = 'FAILED' and reason is null`)).toBe(0)
    const payable = `scheduled_payout s join account a on a.merchant_id = s.merchant_id and a.kind = 'MERCHANT'
      and available_kobo > 10 * amount_kobo where s.status = 'NEW'`
    expect(await count(payable)).toBe(100)
  })

  it('has checkouts and payment links in every state, some of them with payments that went back', async () => {
    const state = (rest: string) =>
      `case when paid_at is not null then 'PAID' when closed_at is not null then 'CLOSED' ${rest} end`
    const accounts = `join virtual_account v on v.id = virtual_account_id`
    const withoutLink = `not exists (select from payment_link where checkout_id = c.id)`
    const expired = `when v.expires_at <= '${now.toISOString()}' then 'EXPIRED' else 'OPEN'`
    const checkouts = await rows(`
      select c.mode, ${state(expired)} as state, count(*)::int as n from checkout c ${accounts}
      where ${withoutLink} group by 1, 2 order by 1, 2`)
    expect(checkouts).toEqual([
      { mode: 'PRODUCTION', state: 'CLOSED', n: 2 },
      { mode: 'PRODUCTION', state: 'EXPIRED', n: 25 },
      { mode: 'PRODUCTION', state: 'OPEN', n: 6 },
      { mode: 'PRODUCTION', state: 'PAID', n: 102 },
      { mode: 'SANDBOX', state: 'CLOSED', n: 1 },
      { mode: 'SANDBOX', state: 'EXPIRED', n: 8 },
      { mode: 'SANDBOX', state: 'OPEN', n: 2 },
      { mode: 'SANDBOX', state: 'PAID', n: 26 },
    ])
    const links = await rows(`
      select l.mode, ${state("else 'OPEN'")} as state, count(*)::int as n, count(inactive_at)::int as inactive,
        count(expires_at)::int as expiring
      from payment_link l join checkout c on c.id = l.checkout_id ${accounts} group by 1, 2 order by 1, 2`)
    expect(links).toEqual([
      { mode: 'PRODUCTION', state: 'CLOSED', n: 5, inactive: 5, expiring: 0 },
      { mode: 'PRODUCTION', state: 'OPEN', n: 24, inactive: 0, expiring: 0 },
      { mode: 'PRODUCTION', state: 'PAID', n: 24, inactive: 24, expiring: 0 },
      { mode: 'SANDBOX', state: 'CLOSED', n: 2, inactive: 2, expiring: 0 },
      { mode: 'SANDBOX', state: 'OPEN', n: 3, inactive: 0, expiring: 0 },
      { mode: 'SANDBOX', state: 'PAID', n: 8, inactive: 8, expiring: 0 },
    ])
    const declined = `checkout c ${accounts} join transaction t on t.beneficiary_number = v.account_number and t.status = 'DECLINED'`
    expect(await count(`${declined} where t.created_at >= c.created_at`)).toBeGreaterThan(4)
    expect(await count(`${declined} join payment_link l on l.checkout_id = c.id`)).toBeGreaterThan(0)
    expect(await count(`${declined} where t.alert like '%is closed' and t.created_at < v.closed_at`)).toBe(0)
  })

  it('has recurring payouts of every interval and state, the next run ahead, and runs that are payouts', async () => {
    const perState = await rows<{ interval: string; status: string; n: number }>(`
      select interval, status, count(*)::int as n from recurring_payout where mode = 'PRODUCTION' group by 1, 2`)
    expect(perState).toHaveLength(20)
    expect(perState.reduce((sum, { n }) => sum + n, 0)).toBe(200)
    const today = `('${now.toISOString()}'::timestamptz at time zone 'Africa/Lagos')::date`
    expect(await count(`recurring_payout where status = 'ACTIVE' and next_day <= ${today}`)).toBe(0)
    expect(await count(`recurring_payout where status in ('ACTIVE', 'INACTIVE') and next_day is null`)).toBe(0)
    const running = `recurring_payout where status = 'ACTIVE' and mode = 'PRODUCTION' and next_run = 1`
    expect(await count(running)).toBeGreaterThan(30)
    const runs = await count(`recurring_run where transaction_id is not null`)
    expect(runs).toBe(await count(`recurring_payout where next_run = 1`))
    const fitting = `recurring_run r join recurring_payout p on p.id = r.recurring_id and r.day = p.start_day
      join transaction t on t.id = r.transaction_id
        and (t.mode, t.merchant_id, t.amount_kobo, t.beneficiary_number) = (p.mode, p.merchant_id, p.amount_kobo, p.account_number)
        and (t.created_at at time zone 'Africa/Lagos')::date = r.day and p.created_at < t.created_at`
    expect(await count(fitting)).toBe(runs)
    expect(await count(`recurring_run where (problem is null) = (transaction_id is null)`)).toBe(0)
    const twice = `(select id from (select transaction_id as id from scheduled_payout
      union all select transaction_id from recurring_run union all select transaction_id from bulk_item) as linked
      where id is not null group by 1 having count(*) > 1) as twice`
    expect(await count(twice)).toBe(0)
  })
})

describe('making the demo world', () => {
  it('leaves no row when it is cut off, and makes the same world over its traces at the next start', async () => {
    const other = await aDatabase()
    const otherFolder = await mkdtemp(join(tmpdir(), 'kobo-demo-'))
    const otherFiles = openFiles({ folder: otherFolder, secret: 'a secret', publicPath: '/api/files' })
    const uncut = await aDatabase()
    const small = { files: otherFiles, seal, now, transactions: 10_000 }
    try {
      const cutOff = fillDemoWorld({
        ...small,
        database: other,
        now: new Date(now.getTime() - 3_600_000),
        onProgress: ({ what }) => {
          if (what === 'wallet') throw new Error('the power went')
        },
      })
      await expect(cutOff).rejects.toThrow('the power went')
      for (const table of ['staff', 'merchant', 'file', 'partner', 'account'] as const) {
        const left = await other.db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirst()
        expect(left?.n, table).toBe(0)
      }
      await Promise.all([fillDemoWorld({ ...small, database: other }), fillDemoWorld({ ...small, database: other })])
      await fillDemoWorld({ ...small, database: uncut })
      for (const table of [
        'merchant',
        'wallet',
        'account',
        'virtual_account',
        'checkout',
        'payment_link',
        'transaction',
        'transfer',
        'hold',
        'count_month',
        'scheduled_payout',
        'recurring_run',
      ]) {
        expect(await printOf(table, other), table).toEqual(await printOf(table, uncut))
      }
      const documents = await other.db.selectFrom('file').selectAll().execute()
      for (const file of documents) expect(sha256Hex(await buffer(await otherFiles.read(file)))).toBe(file.sha256)
    } finally {
      await other.close()
      await uncut.close()
      await rm(otherFolder, { recursive: true })
    }
  }, 600_000)
})
