import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { balances, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { bookTransfer } from '../book-transfer.ts'
import { authorisePurchase } from './authorise-purchase.ts'
import { blockCard, type CardRow, deleteCard, unblockCard } from './card-status.ts'
import { clearPurchase } from './clear-purchase.ts'
import { expirePurchase } from './release-authorisation.ts'
import { payPayables } from '../payables.ts'
import type { PurchaseMessage } from './purchase-row.ts'
import { reversePurchase } from './reverse-purchase.ts'

const dayMs = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

const anyIndex = fc.nat({ max: 3 })
const amountKobo = fc.bigInt({ min: 1n, max: 150_000n })
const times = fc.constantFrom(1, 1, 2)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('authorise' as const), nth: anyIndex, amountKobo, times }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('clear' as const), nth: anyIndex, amountKobo, times }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), nth: anyIndex, times }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const), nth: anyIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('change' as const), how: fc.constantFrom('block', 'unblock', 'delete') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out' as const), amountKobo }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fund' as const), amountKobo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay scheme' as const), day: fc.constantFrom('01', '02') }) },
)

interface Stage {
  card: CardRow
  merchantId: string
  walletId: string
  purchases: string[]
  /** Number of steps that sent each purchase. */
  sentCounts: Map<number, number>
  /** Month of the run: runs use separate days, since the scheme is paid once a day. */
  month: string
}

async function aStage(run: number): Promise<Stage> {
  const { db } = database
  const { id: merchantId } = await aFundedMerchant(db, 100_000n)
  const wallet = await aWallet(db, { id: merchantId, mode: 'PRODUCTION' }, { tier: 3, nin: '51012345678' })
  await aWalletAccount(db, wallet)
  const card = await aCard(db, { mode: 'PRODUCTION', merchantId, walletId: null })
  const purchases = [1, 2, 3, 4].map(() => crypto.randomUUID())
  const month = `${2000 + Math.floor(run / 12)}-${String((run % 12) + 1).padStart(2, '0')}`
  return { card, merchantId, walletId: wallet.id, purchases, sentCounts: new Map(), month }
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function runStep(stage: Stage, next: Step): Promise<void> {
  const { db } = database
  const at = new Date()
  const isMessage = next.do === 'authorise' || next.do === 'clear' || next.do === 'reverse'
  if (isMessage) stage.sentCounts.set(next.nth, (stage.sentCounts.get(next.nth) ?? 0) + 1)
  const messageFor = (nth: number, fields: Partial<PurchaseMessage> = {}) =>
    schemeMessage(stage.card, { reference: stage.purchases[nth] ?? '', at, ...fields })
  if (next.do === 'authorise' || next.do === 'clear') {
    const message = messageFor(next.nth, { amountKobo: next.amountKobo })
    const send = (t: Transaction): Promise<object> =>
      next.do === 'clear' ? clearPurchase(t, null, message) : authorisePurchase(t, null, message)
    const responses = await sendConcurrently(next.times, () => transact(db, send))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBeLessThanOrEqual(1)
    // Only another step's message about the same purchase justifies rejecting this one.
    if (stage.sentCounts.get(next.nth) === 1) expect(responses).toHaveLength(next.times)
  } else if (next.do === 'reverse') {
    const message = messageFor(next.nth)
    await sendConcurrently(next.times, () => transact(db, (t) => reversePurchase(t, null, message)))
  } else if (next.do === 'expire') {
    const seen = { mode: 'PRODUCTION', reference: stage.purchases[next.nth] ?? '' }
    await transact(db, (t) => expirePurchase(t, null, seen, new Date(at.getTime() + 8 * dayMs)))
  } else if (next.do === 'change') await maybe(() => change(stage.card, next.how))
  else if (next.do === 'pay out') {
    const from = { merchantId: stage.merchantId, walletId: null }
    const to = { merchantId: stage.merchantId, walletId: stage.walletId }
    const move = {
      mode: 'PRODUCTION',
      from,
      to,
      amountKobo: next.amountKobo,
      reference: uuidv7(),
      narration: '',
      at,
    } as const
    await maybe(() => transact(db, (t) => bookTransfer(t, move)))
  } else if (next.do === 'fund') await fund(stage, next.amountKobo, at)
  else
    await transact(db, (t) =>
      payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day: `${stage.month}-${next.day}`, at }),
    )
}

async function change(card: CardRow, how: string): Promise<void> {
  await transact(database.db, async (t) => {
    const now = await t
      .selectFrom('card')
      .selectAll()
      .where('id', '=', card.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const verb = how === 'block' ? blockCard : how === 'unblock' ? unblockCard : deleteCard
    await verb(t, { card: now, at: new Date() })
    await auditRow(t, `card.${how}`, ['card', card.id], {})
  })
}

async function fund({ card, merchantId }: Stage, amount: bigint, at: Date): Promise<void> {
  const id = uuidv7(at.getTime())
  const reference = `COL-${id.toUpperCase()}`
  await transact(database.db, async (t) => {
    await recordTransaction(t, {
      id,
      mode: 'PRODUCTION',
      scope: 'MERCHANT',
      merchant_id: merchantId,
      account_id: card.account_id,
      created_at: at.toISOString(),
      type: 'CREDIT',
      category: 'BANK_FUNDING',
      status: 'SUCCESS',
      amount_kobo: amount,
      reference,
    })
    const lines = [
      { accountId: card.account_id, amountKobo: amount, transactionId: id },
      { accountId: providerAccount('PRODUCTION', 'FLOAT_NIP'), amountKobo: -amount },
    ]
    await post(t, { mode: 'PRODUCTION', kind: 'COLLECTION', reference, transactionId: id, merchantId, at, lines })
  })
}

/** Sends the same message concurrently; a rejection is a valid outcome. */
async function sendConcurrently<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  const responses = await Promise.all(Array.from({ length: count }, () => maybe(send)))
  return responses.filter((response) => response !== undefined)
}

async function maybe<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError || error instanceof LedgerRefusal) return undefined
    throw error
  }
}

it('keeps the ledger balanced for scheme messages in any order, concurrent and duplicated', {
  timeout: propertyTimeoutMs,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 14 }), async (rounds) => {
      run += 1
      const stage = await aStage(run)
      for (const round of rounds) await Promise.all(round.map((next) => runStep(stage, next)))
      const findings = await verifyLedger(database.db)
      expect(Object.values(findings).flat()).toEqual([])
      const balance = (await balances(database.db, [stage.card.account_id])).get(stage.card.account_id)
      expect(balance?.availableKobo).toBeGreaterThanOrEqual(0n)
    }),
    propertyRuns('payments by card in any order', { sample: 15, full: 400 }),
  )
})
