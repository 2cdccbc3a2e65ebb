import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Engine } from '../engine/engine.ts'
import { lookUpBvn } from '../engine/charges/look-up-bvn.ts'
import { openStaticAccount } from '../engine/collections/open-static-account.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import { moveMoney } from '../engine/moves/move-money.ts'
import { submitPayout } from '../engine/payouts/submit-payout.ts'
import { newReference } from '../engine/reference.ts'
import { LedgerRefusal } from '../ledger/ledger-refusal.ts'
import { banks } from '../rails/banks.ts'
import { newSessionId } from '../rails/session-id.ts'
import { transact } from '../db/transact.ts'
import { startBatches } from './new-batch.ts'
import { someAccountNumber, someName } from './some-beneficiary.ts'
import { pickFrom, type Payer, receivers, solvent } from './traffic-accounts.ts'

const walletMostKobo = 1_500_000n
const betweenMs = { least: 2_000, most: 6_000 }

const narrations = [
  'Invoice settlement',
  'Salary',
  'School fees',
  'Stock replenishment',
  'Rent',
  'Diesel',
  'Market goods',
  'Ajo contribution',
  'Logistics',
  'Refund',
]

/** Keeps the demo moving: its batches first, then payouts, collections and moves, one every few seconds, until it is stopped. */
export function startTraffic(engine: Engine, onError: (error: unknown) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void>
  let stopped = false
  const carryOut = async (event: (engine: Engine) => Promise<void>, then: () => void) => {
    try {
      await event(engine)
    } catch (error) {
      onError(error)
    }
    then()
  }
  const next = () => {
    if (stopped) return
    timer = setTimeout(
      () => {
        under = carryOut(oneEvent, next)
      },
      randomInt(betweenMs.least, betweenMs.most),
    )
  }
  under = carryOut(startBatches, next)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await under
  }
}

/** Something happens somewhere; nothing, where nobody has the money for it. */
export async function oneEvent(engine: Engine): Promise<void> {
  const mode: Mode = randomInt(100) < 85 ? 'PRODUCTION' : 'SANDBOX'
  const dice = randomInt(100)
  if (dice < 45) await payOut(engine, mode)
  else if (dice < 82) await collect(engine, mode)
  else if (dice < 97) await move(engine, mode)
  else if (dice < 99) await openAccount(engine, mode)
  else await lookUp(engine, mode)
}

async function payOut(engine: Engine, mode: Mode): Promise<void> {
  const wished = someAmount()
  const payer = pickFrom(await solvent(engine.db, mode, wished * 2n))
  if (!payer) return
  const amountKobo = sized(wished, payer)
  const bank = pickFrom(banks.filter(({ code }) => code !== payer.bankCode))
  if (!bank) return
  const at = engine.clock()
  const beneficiary = { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.code }
  const order = { mode, merchantId: payer.merchantId, walletId: payer.walletId, amountKobo, beneficiary, at }
  await transact(engine.db, (db) =>
    submitPayout(db, engine.jobs, { ...order, narration: someNarration(), reference: newReference(at) }),
  )
}

async function collect(engine: Engine, mode: Mode): Promise<void> {
  const receiver = pickFrom(await receivers(engine.db, mode))
  const bank = pickFrom(banks)
  if (!receiver || !bank) return
  const at = engine.clock()
  const sender = { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.code }
  const { accountNumber: number } = receiver
  const paid = {
    mode,
    accountNumber: number,
    amountKobo: sized(someAmount() * 2n, receiver),
    sender,
    sessionId: newSessionId(at),
    at,
  }
  await transact(engine.db, (db) =>
    receiveCollection(db, engine.jobs, { ...paid, narration: someNarration(), route: 'NIP' }),
  )
}

async function move(engine: Engine, mode: Mode): Promise<void> {
  const wished = someAmount()
  const from = pickFrom(await solvent(engine.db, mode, wished * 2n))
  if (!from) return
  const amountKobo = sized(wished, from)
  const wallets = await engine.db
    .selectFrom('account')
    .select(['merchant_id', 'wallet_id'])
    .where('merchant_id', '=', from.merchantId)
    .where('kind', '=', 'WALLET')
    .where('id', '!=', from.id)
    .limit(50)
    .execute()
  const wallet = pickFrom(wallets)
  const own = { merchantId: from.merchantId, walletId: null }
  const toOwn = from.walletId !== null && randomInt(2) === 0
  const to = toOwn ? own : wallet && { merchantId: wallet.merchant_id, walletId: wallet.wallet_id }
  if (!to) return
  const at = engine.clock()
  const reference = newReference(at)
  try {
    await transact(engine.db, (db) =>
      moveMoney(db, { mode, from, to, amountKobo, reference, narration: someNarration(), at }),
    )
  } catch (error) {
    // A wallet may have used up its day, or be full.
    if (!(error instanceof LedgerRefusal)) throw error
  }
}

async function openAccount(engine: Engine, mode: Mode): Promise<void> {
  const holder = pickFrom(await solvent(engine.db, mode, 1_000_000n))
  if (!holder) return
  const { merchantId, walletId, accountName } = holder
  const account = { mode, merchantId, walletId, accountName, at: engine.clock() }
  await transact(engine.db, (db) => openStaticAccount(db, engine.jobs, account))
}

async function lookUp(engine: Engine, mode: Mode): Promise<void> {
  const payer = pickFrom(await solvent(engine.db, mode, 1_000_000n))
  if (!payer) return
  const bvn = `22${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  await lookUpBvn(engine, { mode, merchantId: payer.merchantId, bvn })
}

/** From 500 to 250,000 naira, small ones more often. */
function someAmount(): bigint {
  const naira = Math.round(500 * 500 ** (randomInt(1_000_000) / 1_000_000))
  return BigInt(naira) * 100n
}

/** Customers' wallets pay and receive what their tier allows at any time. */
function sized(amountKobo: bigint, { walletId }: Payer): bigint {
  return walletId !== null && amountKobo > walletMostKobo ? walletMostKobo : amountKobo
}

function someNarration(): string {
  return pickFrom(narrations) ?? ''
}
