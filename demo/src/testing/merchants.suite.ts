import { openMerchantAccount } from '@kobo/server/ledger/accounts'
import { isNuban } from '@kobo/server/ledger/nuban'
import { describe, expect, it } from 'vitest'
import { count, now, rows, world } from './world.ts'

export function testMerchants(): void {
  describe('merchants', () => {
    it('fills both modes with merchants, wallets and accounts', async () => {
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

    it('covers every KYC, wallet, tier and upgrade status of the filters in both modes', async () => {
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

    it('assigns a reviewer to merchants under review and a decision to decided merchants', async () => {
      expect(await count(`merchant where (decided_at is not null) <> (verified in ('ACCEPTED', 'REJECTED'))`)).toBe(0)
      expect(await count(`merchant where (decided_at is null) <> (decided_by is null)`)).toBe(0)
      expect(
        await count(`merchant where verified = 'PROCESSING' and (reviewer_id is null or review_started_at is null)`),
      ).toBe(0)
      expect(await count(`merchant where verified = 'REJECTED' and decision_reason is null`)).toBe(0)
      expect(await count(`merchant where review_started_at < created_at or decided_at < review_started_at`)).toBe(0)
      expect(await count(`merchant where decided_at < created_at`)).toBe(0)
      expect(
        await count(`merchant_upgrade where (decided_at is not null) <> (status in ('APPROVED', 'DECLINED'))`),
      ).toBe(0)
      expect(await count(`merchant join staff on staff.id = decided_by where staff.role <> 'ADMIN'`)).toBe(0)
    })

    it('creates merchants of every degree of completeness and names that are hard to display', async () => {
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

    it('gives every business of a mode a unique name without a numeric suffix', async () => {
      expect(
        await count(`(select mode, lower(business_name) from merchant group by 1, 2 having count(*) > 1) as twice`),
      ).toBe(0)
      expect(await count(`merchant where business_name ~ '\\d' and business_name <> '100% Pure_Honey Farms'`)).toBe(0)
      expect(await count(`(select mode, email from merchant group by 1, 2 having count(*) > 1) as twice`)).toBe(0)
      expect(await count(`(select mode, prefix from merchant group by 1, 2 having count(*) > 1) as twice`)).toBe(0)
    })

    it('uses well-formed phone and registration numbers, and only reserved email domains', async () => {
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

    it('opens an account with a valid NUBAN for each accepted merchant and each wallet', async () => {
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

    it('leaves the next account number free for the next approved merchant', async () => {
      const [waiting] = await rows<{ id: string }>(`select id from merchant where verified = 'SUBMITTED' limit 1`)
      const account = { mode: 'PRODUCTION', merchantId: waiting?.id ?? '', accountName: 'Next', now } as const
      await world()
        .database.db.transaction()
        .execute((transaction) => openMerchantAccount(transaction, account))
      const numbers = await rows<{ number: string }>(
        `select account_number as number from account order by account_number desc limit 1`,
      )
      const next = await count(`account where account_name = 'Next' and account_number = '${numbers[0]?.number}'`)
      expect(next).toBe(1)
      await world().database.db.deleteFrom('account').where('account_name', '=', 'Next').execute()
    })

    it('spreads records over 24 months with a weekly rhythm, up to minutes ago', async () => {
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

    it('creates a few very large merchants', async () => {
      const largest = await rows<{ n: number }>(`
      select count(*)::int as n from wallet where mode = 'PRODUCTION' group by merchant_id order by 1 desc limit 5`)
      expect(largest.map(({ n }) => n)).toEqual([1842, 1204, 866, 641, 512])
    })
  })
}
