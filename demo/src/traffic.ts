import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { newReference } from '@kobo/server/engine/reference'
import { banks } from '@kobo/server/rails/banks'
import { receiveTransfer } from './demo-bank.ts'
import { uploadNow } from './new-batch.ts'
import { mayBeRefused, MerchantWithoutSecret, type Partners, type Stage } from './partners.ts'
import {
  type Payer,
  pickFrom,
  returnable,
  solvent,
  someAccountNumber,
  someName,
  walletMostKobo,
} from './traffic-accounts.ts'
import { wares } from './trades.ts'
import { answerDispute, sendContactMessage } from './traffic-messages.ts'
import { requestCards, useCard } from './traffic-cards.ts'
import { openChild, payOutOfChild, someChild } from './traffic-children.ts'
import { payShared } from './traffic-splits.ts'
import { trade } from './traffic-stores.ts'

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

const returns = ['Goods returned', 'Paid twice', 'Order cancelled', 'Out of stock']

/** Cards that payers use, most of them approved. */
const cards = ['approved', 'approved', 'approved', 'approved', 'approved', 'declined', 'silent', 'none'] as const

/** Generates traffic until stopped: a large batch first, then payouts, collections and transfers, one every few seconds. */
export function startTraffic(stage: Stage, onError: (error: unknown) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void>
  let stopped = false
  const carryOut = async (event: (stage: Stage) => Promise<void>, then: () => void) => {
    try {
      await event(stage)
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
  under = carryOut((at) => ifItSigns(() => uploadNow(at)), next)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await under
  }
}

/** Runs one random event; does nothing if no account has the funds or its merchant cannot sign. */
export async function oneEvent(stage: Stage): Promise<void> {
  await ifItSigns(() => anyEvent(stage))
}

async function ifItSigns(event: () => Promise<void>): Promise<void> {
  try {
    await event()
  } catch (error) {
    if (!(error instanceof MerchantWithoutSecret)) throw error
  }
}

async function anyEvent(stage: Stage): Promise<void> {
  const mode: Mode = randomInt(100) < 85 ? 'PRODUCTION' : 'SANDBOX'
  const dice = randomInt(200) / 2
  if (dice < 37) await payOut(stage, mode)
  else if (dice < 41) await trade(stage, mode, someAmount())
  else if (dice < 44) await payOutOfChild(stage, mode)
  else if (dice < 45) await openChild(stage, mode)
  else if (dice < 50) await collectOnChild(stage, mode)
  else if (dice < 54) await payShared(stage, mode, someAmount() * 2n)
  else if (dice < 70) await collect(stage, mode)
  else if (dice < 76) await useCard(stage, mode)
  else if (dice < 85) await sell(stage, mode)
  else if (dice < 92) await move(stage, mode)
  else if (dice < 94) await payBill(stage, mode)
  else if (dice < 95) await answerDispute(stage, mode)
  else if (dice < 97) await refundCollection(stage, mode)
  else if (dice < 98) await openAccount(stage, mode)
  else if (dice < 98.5) await requestCards(stage, mode)
  else if (dice < 99) await sendContactMessage(stage, mode)
  else await lookUp(stage, mode)
}

async function payOut({ db, partners }: Stage, mode: Mode): Promise<void> {
  const amountKobo = someAmount()
  const payer = pickFrom(await solvent(db, mode, amountKobo * 2n))
  if (!payer) return
  const bank = pickFrom(banks.filter(({ code }) => code !== payer.bankCode))
  if (!bank) return
  await partners.ask(payer.merchantId, 'payouts', {
    reference: newReference(new Date()),
    walletId: payer.walletId,
    amount: naira(sized(amountKobo, payer)),
    beneficiary: { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.code },
    narration: someNarration(),
  })
}

async function collect({ db, partners }: Stage, mode: Mode): Promise<void> {
  const receiver = pickFrom(await solvent(db, mode))
  if (!receiver) return
  await payIn(partners, mode, receiver.accountNumber, sized(someAmount() * 2n, receiver))
}

async function collectOnChild(stage: Stage, mode: Mode): Promise<void> {
  const child = await someChild(stage.db, mode)
  if (child) await payIn(stage.partners, mode, child.number, sized(someAmount() * 2n, child))
}

/** Requests one payment by account number, checkout or link, and mostly pays it as requested. */
async function sell(stage: Stage, mode: Mode): Promise<void> {
  const { db, partners } = stage
  const seller = pickFrom((await solvent(db, mode)).filter(({ walletId }) => walletId === null))
  if (!seller) return
  const priceKobo = someAmount() * 2n
  const request = { reference: newReference(new Date()), amount: naira(priceKobo) }
  const description = pickFrom(wares) ?? ''
  const { merchantId, accountName } = seller
  const inlet = randomInt(3)
  const { id, accountNumber, link } =
    inlet === 0
      ? await partners.ask(merchantId, 'virtual-accounts', { ...request, accountName, minutes: 30 })
      : inlet === 1
        ? await partners.ask(merchantId, 'checkouts', { ...request, narration: description, minutes: 30 })
        : await partners.ask(merchantId, 'payment-links', { ...request, description })
  const dice = randomInt(10)
  if (inlet > 0 && dice > 5) await partners.payByCard(String(link), pickFrom(cards) ?? 'approved')
  else if (dice > 0) await payIn(partners, mode, String(accountNumber), dice === 1 ? priceKobo / 2n : priceKobo)
  else if (inlet === 2) await partners.ask(merchantId, 'payment-links/closings', { id })
}

async function payIn(partners: Partners, mode: Mode, accountNumber: string, amountKobo: bigint): Promise<void> {
  await receiveTransfer(partners, { mode, accountNumber, amountKobo, narration: someNarration() })
}

async function move({ db, partners }: Stage, mode: Mode): Promise<void> {
  const amountKobo = someAmount()
  const from = pickFrom(await solvent(db, mode, amountKobo * 2n))
  if (!from) return
  const wallets = await db
    .selectFrom('account')
    .select('wallet_id')
    .where('merchant_id', '=', from.merchantId)
    .where('kind', '=', 'WALLET')
    .where('id', '!=', from.id)
    .limit(50)
    .execute()
  const wallet = pickFrom(wallets)
  const toOwn = from.walletId !== null && randomInt(2) === 0
  if (!toOwn && !wallet) return
  const transfer = {
    reference: newReference(new Date()),
    fromWalletId: from.walletId,
    toWalletId: toOwn ? null : (wallet?.wallet_id ?? null),
    amount: naira(sized(amountKobo, from)),
    narration: someNarration(),
  }
  // A wallet may have reached its daily or balance limit.
  await mayBeRefused([422], partners.ask(from.merchantId, 'moves', transfer))
}

/** Refunds a collection fully or by half. */
async function refundCollection({ db, partners }: Stage, mode: Mode): Promise<void> {
  const collection = pickFrom(await returnable(db, mode))
  if (!collection) return
  const { merchantId, reference: transactionReference, amountKobo } = collection
  const refundKobo = randomInt(2) === 0 ? amountKobo : amountKobo / 2n
  const refund = {
    reference: newReference(new Date()),
    transactionReference,
    amount: naira(refundKobo),
    reason: pickFrom(returns) ?? '',
  }
  // It may be refunded already, or the funds be spent.
  await mayBeRefused([409, 422], partners.ask(merchantId, 'refunds', refund))
}

/** Pays a bill of a merchant or of its customer. */
async function payBill({ db, partners }: Stage, mode: Mode): Promise<void> {
  const payer = pickFrom(await solvent(db, mode, 2_000_000n))
  const biller = pickFrom(await db.selectFrom('biller').select(['code', 'category']).execute())
  if (!payer || !biller) return
  const bill = {
    reference: newReference(new Date()),
    walletId: payer.walletId,
    category: biller.category,
    biller: biller.code,
    customer: `080${String(randomInt(100_000_000)).padStart(8, '0')}`,
    amount: randomInt(1, 50) * 100,
  }
  // An operator may have disabled the service.
  await mayBeRefused([422], partners.ask(payer.merchantId, 'bills', bill))
}

async function openAccount({ db, partners }: Stage, mode: Mode): Promise<void> {
  const holder = pickFrom(await solvent(db, mode, 1_000_000n))
  if (!holder) return
  const { merchantId, walletId, accountName } = holder
  await partners.ask(merchantId, 'accounts', { reference: newReference(new Date()), walletId, accountName })
}

async function lookUp({ db, partners }: Stage, mode: Mode): Promise<void> {
  const payer = pickFrom(await solvent(db, mode, 1_000_000n))
  if (!payer) return
  const bvn = `22${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  await partners.ask(payer.merchantId, 'look-ups', { reference: newReference(new Date()), bvn })
}

/** Returns 500 to 250,000 naira, small amounts more often. */
function someAmount(): bigint {
  const wholeNaira = Math.round(500 * 500 ** (randomInt(1_000_000) / 1_000_000))
  return BigInt(wholeNaira) * 100n
}

function sized(amountKobo: bigint, { walletId }: Pick<Payer, 'walletId'>): bigint {
  return walletId !== null && amountKobo > walletMostKobo ? walletMostKobo : amountKobo
}

function someNarration(): string {
  return pickFrom(narrations) ?? ''
}
