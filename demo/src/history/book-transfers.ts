import { anAmount, roundDown, smallestKobo } from './amounts.ts'
import type { Draft } from './book.ts'
import type { Encoded } from './copy-rows.ts'
import { type Kind, kinds, narrations } from './kinds.ts'
import { type Price, totalOf } from './pricing.ts'
import { anyOf, type Scene } from './scene.ts'

export interface Move {
  from: number
  to: number
  kinds: readonly [debit: Kind, credit: Kind]
  narrations: readonly Encoded[]
}

const free: Price = { fee: 0, vat: 0, duty: 0 }
const worthMoving = 50_000

/** Makes one book transfer per call, recorded as two transactions; returns false if the amount would be too small. */
export function moveMaker(scene: Scene): (move: Move, at: number) => boolean {
  const { holders, purses, random, numbers, pricing } = scene

  return ({ from, to, kinds: [debit, credit], narrations: words }, at) => {
    const availableKobo = purses.mayLeave(from, at)
    const room = purses.mayEnter(to)
    if (Math.min(availableKobo, room) < worthMoving) return false
    const owner = holders.owners[from] ?? 0
    const maxKobo = roundDown(Math.min(availableKobo * 0.9, room)) - 5000
    const amount = Math.min(anAmount(random, 3800, 0.9), maxKobo)
    const price = debit === kinds.walletToWalletDebit ? pricing.walletToWallet(owner, at, amount) : free
    if (amount < smallestKobo || amount + totalOf(price) > availableKobo) return false
    const paid: Draft = {
      id: numbers.id(at),
      kind: debit,
      holder: from,
      at,
      amount,
      ...price,
      paidAt: at,
      status: 'SUCCESS',
      reference: numbers.reference(at),
      sessionId: null,
      route: null,
      originator: holders.parties[from] ?? anyOf(random, scene.outside),
      beneficiary: holders.parties[to] ?? anyOf(random, scene.outside),
      narration: anyOf(random, words),
      responseCode: null,
      alert: null,
      paymentMethod: null,
    }
    const received: Draft = { ...paid, ...free, id: numbers.id(at), kind: credit, holder: to }
    scene.book.record(paid)
    scene.book.record(received)
    scene.book.post({
      kind: 'MOVE',
      at,
      reference: paid.reference,
      transaction: paid,
      owner,
      lines: [
        [from, -(amount + totalOf(price)), paid],
        [to, amount, received],
        ['FEE_INCOME', price.fee],
        ['VAT_PAYABLE', price.vat],
      ],
    })
    purses.spend(from, at, amount, amount + totalOf(price))
    purses.change(to, amount)
    return true
  }
}

/** Transfers from a merchant to its customer, from a customer to the merchant, and between customers. */
export const moves = {
  toWallet: (business: number, wallet: number): Move => ({
    from: business,
    to: wallet,
    kinds: [kinds.merchantDebit, kinds.creditWallet],
    narrations: narrations.move,
  }),
  toBusiness: (wallet: number, business: number): Move => ({
    from: wallet,
    to: business,
    kinds: [kinds.debitWallet, kinds.merchantCredit],
    narrations: narrations.charge,
  }),
  between: (wallet: number, other: number): Move => ({
    from: wallet,
    to: other,
    kinds: [kinds.walletToWalletDebit, kinds.walletToWalletCredit],
    narrations: narrations.between,
  }),
}
