import { lagosDay } from '@kobo/contract/kit/day'
import { authorisePurchase } from '@kobo/server/engine/cards/authorise-purchase'
import { heldDays } from '@kobo/server/engine/cards/card-messages'
import { clearPurchase } from '@kobo/server/engine/cards/clear-purchase'
import { expirePurchase } from '@kobo/server/engine/cards/release-authorisation'
import { payPayables } from '@kobo/server/engine/payables'
import type { PurchaseMessage } from '@kobo/server/engine/cards/purchase-row'
import { reversePurchase } from '@kobo/server/engine/cards/reverse-purchase'
import { acceptors } from './trades.ts'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { payIn } from './child-payments.ts'
import type { CardScene, PastCard, PastEvent } from './card-scene.ts'

/** Outcomes of card payments, used in turn, so that a demo of any size has each of them. */
const ways = [
  'cleared',
  'less',
  'declined',
  'cleared',
  'reversed',
  'cleared',
  'returned',
  'expired',
  'cleared',
  'more',
  'late',
  'cleared',
  'unheld',
  'cleared',
  'cleared',
] as const

type Way = (typeof ways)[number] | 'open' | 'covered'

/** Above any balance in the demo. */
const tooMuchKobo = 900_000_000n

/** Returns the payments of each card, each after a collection funds its account, and the cards without recent payments. */
export function pastSpending(
  scene: CardScene,
  cards: readonly PastCard[],
): { events: PastEvent[]; untouched: PastCard[] } {
  const { random, now } = scene
  const events: PastEvent[] = []
  const untouched: PastCard[] = []
  let nth = 0
  for (const [index, card] of cards.entries()) {
    const first = Date.parse(card.created_at) + hourMs
    events.push(fund(scene, card, new Date(first)))
    const payments = random.whole(1, 5)
    const until = now.getTime() - 26 * hourMs
    for (let payment = 0; payment < payments; payment++) {
      const at = new Date(Math.floor(first + hourMs + random.next() * (until - first - hourMs)))
      // One clearing exceeds the balance, which leaves a shortfall that we cover.
      const way = nth === ways.length ? 'covered' : (ways[nth % ways.length] ?? 'cleared')
      events.push(...spend(scene, card, { way, at }))
      nth += 1
    }
    // Some cards have just been used.
    const isUsed = index % 4 === 0
    if (isUsed)
      events.push(...spend(scene, card, { way: 'open', at: new Date(now.getTime() - random.whole(3, 300) * minuteMs) }))
    else if (index % 4 === 1) untouched.push(card)
  }
  return { events, untouched }
}

/** Settles the scheme's payables at six in the morning in Lagos. */
export function payDays({ db, mode, since, now }: CardScene): PastEvent[] {
  const first = Math.ceil((since.getTime() - 5 * hourMs) / dayMs) * dayMs + 5 * hourMs
  const days = Math.max(0, Math.ceil((now.getTime() - first) / dayMs))
  return Array.from({ length: days }, (_, nth) => {
    const at = new Date(first + nth * dayMs)
    return { at, carryOut: () => payPayables(db, 'SCHEME_FLOAT', { mode, day: lagosDay(at), at }) }
  })
}

function fund({ db, random, mode }: CardScene, card: PastCard, at: Date): PastEvent {
  const receiver = { mode, number: card.account_number, walletId: card.wallet_id }
  return { at, carryOut: () => payIn(db, random, receiver, at) }
}

function spend(scene: CardScene, card: PastCard, { way, at }: { way: Way; at: Date }): PastEvent[] {
  const { db, random, mode, now } = scene
  const amountKobo = BigInt(random.whole(5, 90)) * 10_000n
  const reference = `SCH-${random.hex(20).toUpperCase()}`
  let messageNumber = 0
  const message = (when: Date, kobo = amountKobo): PurchaseMessage => {
    messageNumber += 1
    const named = { mode, reference, messageId: `${reference}-${messageNumber}`, cardToken: card.token, acceptor }
    return { ...named, amountKobo: kobo, at: when }
  }
  const acceptor = random.pick(acceptors)
  const after = (ms: number) => new Date(Math.min(at.getTime() + ms, now.getTime() - minuteMs))
  const authorise = (kobo?: bigint) => ({ at, carryOut: () => authorisePurchase(db, null, message(at, kobo)) })
  const clear = (when: Date, kobo?: bigint) => ({
    at: when,
    carryOut: () => clearPurchase(db, null, message(when, kobo)),
  })
  const reverse = (when: Date) => ({ at: when, carryOut: () => reversePurchase(db, null, message(when)) })
  const soon = after(random.whole(2, 20) * hourMs)
  const week = at.getTime() + heldDays * dayMs
  const expire = { at: new Date(week), carryOut: () => expirePurchase(db, null, { mode, reference }, new Date(week)) }
  if (way === 'open') return [authorise()]
  if (way === 'declined') return [authorise(tooMuchKobo)]
  if (way === 'less') return [authorise(), clear(soon, amountKobo / 2n)]
  if (way === 'more') return [authorise(), clear(soon, amountKobo + 20_000n)]
  if (way === 'reversed') return [authorise(), reverse(soon)]
  if (way === 'returned') return [authorise(), clear(soon), reverse(after(25 * hourMs))]
  if (way === 'unheld') return [clear(at)]
  if (way === 'covered') return [authorise(), clear(soon, 50_000_000n)]
  if ((way === 'expired' || way === 'late') && week + dayMs < now.getTime()) {
    return way === 'expired' ? [authorise(), expire] : [authorise(), expire, clear(new Date(week + hourMs))]
  }
  return [authorise(), clear(soon)]
}
