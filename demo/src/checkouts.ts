import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { markCheckoutPaid } from '@kobo/server/engine/collections/checkout-status'
import { type PaymentRequest, recordCheckout } from '@kobo/server/engine/checkouts/open-checkout'
import { recordPaymentLink } from '@kobo/server/engine/checkouts/open-payment-link'
import { closeVirtualAccount } from '@kobo/server/engine/collections/close-virtual-account'
import { openVirtualAccount } from '@kobo/server/engine/collections/open-virtual-account'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'
import { wares } from './trades.ts'

export interface CheckoutCounts {
  checkouts: { paid: number; open: number; expired: number; closed: number }
  links: { paid: number; open: number; reversedBeforeClearing: number }
}

const lately = 45 * dayMs

/**
 * Adds checkouts and payment links in every status. Paid ones use virtual accounts that the history paid into, so that no money
 * moves here; the others are opened and closed here.
 */
export async function addPaymentRequests(
  db: Transaction,
  { mode, now, seed }: Past,
  { checkouts, links }: CheckoutCounts,
): Promise<void> {
  const random = seeded(`${seed} ${mode} asked payments`)
  const paid = random.several(
    await paidAccounts(db, mode, 3 * (checkouts.paid + links.paid)),
    checkouts.paid + links.paid,
  )
  const ofLinks = new Set(random.several(paid, links.paid))
  for (const account of paid) await addPaid(db, random, { mode, account, hasLink: ofLinks.has(account) })

  const asker = unpaidAsker(db, random, { mode, merchants: await someMerchants(db, mode, now) })
  const before = (leastMs: number) => new Date(now.getTime() - leastMs - Math.floor(random.next() * (lately - leastMs)))
  for (let nth = 0; nth < checkouts.open; nth++) {
    const at = new Date(now.getTime() - random.whole(1, 50) * minuteMs)
    await asker.checkout(at, new Date(now.getTime() + random.whole(10, 600) * minuteMs))
  }
  for (let nth = 0; nth < checkouts.expired; nth++) {
    const at = before(3 * hourMs)
    await asker.checkout(at, new Date(at.getTime() + random.whole(30, 120) * minuteMs))
  }
  for (let nth = 0; nth < checkouts.closed; nth++) {
    const at = before(3 * hourMs)
    const accountNumber = await asker.checkout(at, new Date(at.getTime() + dayMs))
    await asker.close(accountNumber, new Date(at.getTime() + random.whole(5, 90) * minuteMs))
  }
  for (let nth = 0; nth < links.open; nth++) await asker.link(before(hourMs))
  for (let nth = 0; nth < links.reversedBeforeClearing; nth++) {
    const at = before(6 * dayMs)
    const accountNumber = await asker.link(at)
    await asker.close(accountNumber, new Date(at.getTime() + Math.floor(random.next() * 5 * dayMs)))
  }
}

interface PaidAccount {
  id: string
  merchant_id: string
  created_at: string
  used_at: string
  amount_kobo: bigint
  reference: string
  transaction_id: string
}

/** Returns the newest paid dynamic virtual accounts that no checkout uses yet. */
async function paidAccounts(db: Transaction, mode: Mode, count: number): Promise<PaidAccount[]> {
  const { rows: accounts } = await sql<Omit<PaidAccount, 'transaction_id'> & { account_number: string }>`
    select id, merchant_id, created_at, used_at, amount_kobo, reference, account_number from virtual_account
    where mode = ${mode} and kind = 'VIRTUAL' and used_at is not null
      and not exists (select from checkout where virtual_account_id = virtual_account.id)
    order by created_at desc, account_number limit ${count}
  `.execute(db)
  // Matched by number instead of joined: while the history is written, the table has no index and is scanned once.
  const { rows: payments } = await sql<{ transaction_id: string; account_number: string }>`
    select id as transaction_id, beneficiary_number as account_number from transaction
    where beneficiary_number = any(${accounts.map((account) => account.account_number)}) and mode = ${mode}
      and payment_method is not null and status = 'SUCCESS'
    order by beneficiary_number
  `.execute(db)
  const byNumber = new Map(accounts.map((account) => [account.account_number, account]))
  return payments.flatMap(({ transaction_id, account_number }) => {
    const account = byNumber.get(account_number)
    return account ? [{ ...account, transaction_id }] : []
  })
}

async function addPaid(
  db: Transaction,
  random: Random,
  { mode, account, hasLink }: { mode: Mode; account: PaidAccount; hasLink: boolean },
): Promise<void> {
  const { id, merchant_id: merchantId, amount_kobo: amountKobo, reference, transaction_id: transactionId } = account
  const at = new Date(account.created_at)
  const request = { mode, merchantId, amountKobo, reference, narration: random.pick(wares), at }
  await record(db, random, request, { virtualAccountId: id, hasLink })
  // The account of a payment link does not expire.
  if (hasLink) await db.updateTable('virtual_account').set({ expires_at: null }).where('id', '=', id).execute()
  await markCheckoutPaid(db, id, { transactionId, at: new Date(account.used_at) })
}

async function record(
  db: Transaction,
  random: Random,
  request: PaymentRequest,
  { virtualAccountId, hasLink }: { virtualAccountId: string; hasLink: boolean },
): Promise<void> {
  const checkoutId = await recordCheckout(db, request, virtualAccountId, random.id(request.at))
  if (hasLink) await recordPaymentLink(db, request, checkoutId, { id: random.id(request.at), code: random.hex(16) })
}

interface Asker {
  id: string
  name: string
}

/** Returns active merchants whose account is older than all payment requests here. */
export async function someMerchants(db: Transaction, mode: Mode, now: Date): Promise<Asker[]> {
  return await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .select(['merchant.id', 'account.account_name as name'])
    .where('account.mode', '=', mode)
    .where('account.kind', '=', 'MERCHANT')
    .where('merchant.status', '=', 'ACTIVE')
    .where('account.created_at', '<', new Date(now.getTime() - lately).toISOString())
    .orderBy('account_number')
    .execute()
}

/** Creates unpaid payment requests; each call returns the account number. */
function unpaidAsker(db: Transaction, random: Random, { mode, merchants }: { mode: Mode; merchants: Asker[] }) {
  const owners = new Map<string, string>()
  const createLink = async (at: Date, expiresAt: Date | null) => {
    const { id: merchantId, name: accountName } = random.pick(merchants)
    const amountKobo = BigInt(random.whole(10, 2500)) * 10_000n
    const reference = `ORD-${random.digits(10)}`
    const account = { mode, merchantId, walletId: null, accountName, at }
    const { id, number } = await openVirtualAccount(db, account, { amountKobo, reference, expiresAt }, random.id(at))
    const request = { mode, merchantId, amountKobo, reference, narration: random.pick(wares), at }
    await record(db, random, request, { virtualAccountId: id, hasLink: expiresAt === null })
    owners.set(number, merchantId)
    return number
  }
  return {
    checkout: (at: Date, expiresAt: Date) => createLink(at, expiresAt),
    link: (at: Date) => createLink(at, null),
    close: async (accountNumber: string, at: Date) => {
      await closeVirtualAccount(db, { mode, merchantId: owners.get(accountNumber) ?? '', accountNumber, at })
    },
  }
}
