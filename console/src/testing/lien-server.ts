import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { Lien } from '@kobo/contract/kit/lien'
import type { HttpHandler } from 'msw'
import { answer } from './answer.ts'

const { liens } = contract

/** Creates the lien of a wallet. Tests set only the fields under test. */
export function aLien(overrides: Partial<Lien> = {}): Lien {
  return {
    id: 'lien-1',
    kind: 'WALLET',
    merchantId: 'm1',
    businessName: 'Lekki Stores',
    accountId: 'a1',
    walletId: 'w1',
    accountNumber: '9901234567',
    name: 'Tunde Bakare',
    amount: 50_000,
    held: 50_000,
    createdAt: '2026-11-26T18:20:00.000Z',
    until: null,
    reason: 'Order of a court',
    placedBy: 'Ada Obi',
    endedAt: null,
    endedBy: null,
    endReason: null,
    ...overrides,
  }
}

/** A server with these liens that records what is sent. Placing adds one, releasing ends one. */
export function lienServer(start: { liens?: Lien[]; impact?: Partial<Data<typeof liens.impact>> } = {}) {
  const server = { liens: start.liens ?? [], sent: Array<unknown>(), asked: Array<string>() }
  const handlers: HttpHandler[] = [
    answer(liens.list, ({ query }) => {
      server.asked.push(String(query))
      const found = server.liens.filter(({ endedAt }) => query.get('status') !== 'OPEN' || !endedAt)
      return { totalRecords: found.length, liens: found }
    }),
    answer(liens.impact, () => ({
      name: 'Tunde Bakare',
      businessName: 'Lekki Stores',
      kind: 'WALLET',
      email: 'accounts@lekki.ng',
      hasWebhook: false,
      balance: 100_000,
      availableBalance: 80_000,
      ...start.impact,
    })),
    answer(
      liens.place,
      ({ body }) => {
        server.sent.push(body)
        const { amount } = liens.place.body.parse(body)
        const placed = aLien({ id: `lien-${server.liens.length + 1}`, amount, held: amount })
        server.liens = [placed, ...server.liens]
        return { lien: placed }
      },
      'The lien is placed',
    ),
    answer(
      liens.release,
      ({ body }) => {
        server.sent.push(body)
        const { lienId } = liens.release.body.parse(body)
        server.liens = server.liens.filter(({ id }) => id !== lienId)
        return { lien: aLien({ id: lienId, held: 0, endedAt: '2026-11-27T08:00:00.000Z' }) }
      },
      'The lien is released',
    ),
  ]
  return { server, handlers }
}
