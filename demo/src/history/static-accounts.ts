import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import { providerBank } from '@kobo/server/ledger/accounts'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { reserveSerials } from '../accounts.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import type { Random } from '../random.ts'
import { type Holders, idText } from './holders.ts'
import type { StaticAccount } from './virtual-accounts.ts'

/** Loads the open static virtual accounts of a mode, except those whose collections are split. */
export async function loadStaticAccounts(db: Transaction, mode: Mode, holders: Holders): Promise<StaticAccount[]> {
  const rows = await db
    .selectFrom('virtual_account as v')
    .innerJoin('account as a', (join) =>
      join
        .onRef('a.merchant_id', '=', 'v.merchant_id')
        .on((on) => on('a.wallet_id', 'is not distinct from', on.ref('v.wallet_id'))),
    )
    .where('v.mode', '=', mode)
    .where('a.kind', 'in', ['MERCHANT', 'WALLET'])
    .where('v.kind', '=', 'STATIC')
    .where('v.closed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('split_part').select('position').whereRef('virtual_account_id', '=', 'v.id')),
      ),
    )
    .select(['a.id', 'v.account_number', 'v.created_at'])
    .orderBy('v.id')
    .execute()
  return rows.flatMap(({ id, account_number, created_at }) => {
    const holder = holders.positionOf(id)
    return holder === undefined ? [] : [{ holder, from: Date.parse(created_at), number: account_number }]
  })
}

/** Opens static virtual accounts for customers and merchants, each some time after the account itself was opened. */
export async function makeStaticAccounts(
  db: Transaction,
  { mode, random, holders, now, count }: { mode: Mode; random: Random; holders: Holders; now: Date; count: number },
): Promise<StaticAccount[]> {
  const drafts = Array.from({ length: count }, () => {
    const holder = random.pick(random.chance(0.2) ? holders.businesses : holders.wallets)
    const opened = holders.opens[holder] ?? 0
    const latest = Math.min(holders.ends[holder] ?? 0, now.getTime() - 60_000)
    return { holder, from: Math.floor(opened + random.next() ** 2 * Math.max(latest - opened, 0)) }
  })
    .filter(({ from }) => from < now.getTime())
    .sort((a, b) => a.from - b.from)
  const serials = await reserveSerials(db, drafts.length)
  const accounts = drafts.map((draft, position) => ({
    ...draft,
    number: accountNumber(serials[position] ?? 0n, providerBank.code),
  }))
  const rows = accounts.map(({ holder, from, number }) => ({
    id: random.id(new Date(from)),
    mode,
    merchant_id: idText(holders.merchantIds, holder),
    wallet_id: holders.isWallet[holder] === 1 ? idText(holders.walletIds, holder) : null,
    created_at: new Date(from).toISOString(),
    kind: 'STATIC',
    account_number: number,
    account_name: Buffer.from(holders.parties[holder]?.name ?? []).toString(),
    bank_code: providerBank.code,
    closed_at: null,
  }))
  await insertRows(db, 'virtual_account', rows)
  return accounts
}
