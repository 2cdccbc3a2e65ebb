import { collectionReference } from '@kobo/server/engine/collections/collection-messages'
import { anAmount } from './amounts.ts'
import type { Draft } from './book.ts'
import { kinds, narrations } from './kinds.ts'
import { floats, totalOf } from './pricing.ts'
import { anyOf, type Scene } from './scene.ts'

type Collection = (holder: number, at: number) => boolean

/** Makes one collection per call; returns false if it would exceed the account's balance limit. */
export function collectionMaker(scene: Scene): Collection {
  const { holders, purses, random, numbers, actors } = scene

  return (holder, at) => {
    const isWallet = holders.isWallet[holder] === 1
    const owner = holders.owners[holder] ?? 0
    const amount = isWallet ? anAmount(random, 6000, 0.9) : anAmount(random, 9500 * actors.scale(holder), 1.2)
    if (amount > purses.mayEnter(holder)) return false
    const inlet = scene.inlets.forPayment(holder, at, amount)
    const price = scene.pricing.collection(owner, at, amount, inlet.kind)
    const sender = anyOf(random, scene.outside)
    const sessionId = numbers.sessionId(at, sender.nipCode)
    const draft: Draft = {
      id: numbers.id(at),
      kind: isWallet ? kinds.walletFunding : kinds.merchantFunding,
      holder,
      at,
      amount,
      ...price,
      paidAt: at,
      status: 'SUCCESS',
      reference: collectionReference(sessionId),
      sessionId,
      route: random.next() < 0.13 ? 'ETRANZACT' : 'NIP',
      originator: sender,
      beneficiary: inlet.party,
      narration: anyOf(random, narrations.collection),
      responseCode: '00',
      alert: null,
      paymentMethod: inlet.isOwnNumber ? null : 'BANK',
    }
    const net = amount - totalOf(price)
    scene.book.record(draft)
    scene.book.post({
      kind: 'COLLECTION',
      at,
      reference: draft.reference,
      transaction: draft,
      owner,
      lines: [
        [holder, net, draft],
        [floats[draft.route ?? 'NIP'], -amount],
        ['FEE_INCOME', price.fee],
        ['VAT_PAYABLE', price.vat],
      ],
    })
    purses.change(holder, net)
    scene.trail?.collection(draft)
    return true
  }
}
