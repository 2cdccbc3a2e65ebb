import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import { newReference } from '@kobo/server/engine/reference'
import { banks } from '@kobo/server/rails/banks'
import { receiveTransfer } from './demo-bank.ts'
import type { Stage } from './partners.ts'
import { partnerNames } from './sharing-partners.ts'
import { pickFrom, solvent, someAccountNumber, someName } from './traffic-accounts.ts'
import { wares } from './trades.ts'

interface Sharer {
  merchant_id: string
  name: string
  subaccounts: string[]
}

/** Requests and pays a payment that is split with subaccounts; sometimes opens a subaccount first. */
export async function payShared(stage: Stage, mode: Mode, amountKobo: bigint): Promise<void> {
  const { db, partners } = stage
  const { rows } = await sql<Sharer>`
    select subaccount.merchant_id, account.account_name as name, array_agg(subaccount.id::text order by subaccount.id) as subaccounts
    from subaccount
    join merchant on merchant.id = subaccount.merchant_id and merchant.status = 'ACTIVE'
    join account on account.merchant_id = subaccount.merchant_id and account.kind = 'MERCHANT'
    where subaccount.mode = ${mode} and subaccount.inactive_since is null
    group by 1, 2 order by random() limit 1`.execute(db)
  const [sharer] = rows
  if (!sharer || randomInt(12) === 0) return await findPartner(stage, mode)
  const { accountNumber } = await partners.ask(sharer.merchant_id, 'virtual-accounts', {
    reference: newReference(new Date()),
    accountName: sharer.name,
    amount: naira(amountKobo),
    minutes: 30,
    split: sharer.subaccounts.slice(0, 3),
  })
  await receiveTransfer(partners, {
    mode,
    accountNumber: String(accountNumber),
    amountKobo,
    narration: pickFrom(wares) ?? '',
  })
}

/** Opens a subaccount of a merchant, whose share applies to later splits. */
async function findPartner({ db, partners }: Stage, mode: Mode): Promise<void> {
  const merchant = pickFrom((await solvent(db, mode)).filter(({ walletId }) => walletId === null))
  const bank = pickFrom(banks)
  if (!merchant || !bank) return
  const isFlat = randomInt(3) === 0
  await partners.ask(merchant.merchantId, 'sub-accounts', {
    reference: newReference(new Date()),
    name: pickFrom(partnerNames) ?? '',
    bank: { bankCode: bank.code, accountNumber: someAccountNumber(bank.code), accountName: someName() },
    splitType: isFlat ? 'FLAT' : 'PERCENTAGE',
    splitValue: isFlat ? randomInt(2, 20) * 100 : randomInt(4, 30),
  })
}
