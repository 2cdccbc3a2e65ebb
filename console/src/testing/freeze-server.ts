import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { Freeze } from '@kobo/contract/kit/freeze'
import type { HttpHandler } from 'msw'
import { answer } from './answer.ts'

const { freezes } = contract

type Impact = Data<typeof freezes.impact>
type Moving = Data<typeof freezes.moving>

const none = { count: 0, amount: 0 }

/** Creates the freeze of a merchant. Tests set only the fields under test. */
export function aFreeze(overrides: Partial<Freeze> = {}): Freeze {
  return {
    id: 'freeze-1',
    kind: 'MERCHANT',
    merchantId: 'm1',
    accountId: null,
    name: 'Lekki Stores',
    scopes: ['MONEY_OUT', 'COLLECTIONS'],
    startedAt: '2026-11-26T18:20:00.000Z',
    until: null,
    reason: 'Stolen credentials',
    frozenBy: 'Ada Obi',
    endedAt: null,
    endedBy: null,
    endReason: null,
    ...overrides,
  }
}

/** Creates what a freeze would affect: nothing but these. */
function anImpact(overrides: Partial<Impact> = {}): Impact {
  return {
    name: 'Lekki Stores',
    businessName: 'Lekki Stores',
    kind: 'MERCHANT',
    email: 'accounts@lekki.ng',
    hasWebhook: false,
    balance: 0,
    availableBalance: 0,
    accounts: 0,
    waiting: none,
    sent: none,
    scheduled: none,
    recurring: none,
    batchItems: none,
    batches: 0,
    cards: 0,
    paymentLinks: 0,
    virtualAccounts: 0,
    refunds: none,
    disputes: none,
    unsettled: none,
    ...overrides,
  }
}

/** Creates what still moves: nothing but this. */
export function aMoving(overrides: Partial<Moving> = {}): Moving {
  return { totalRecords: 0, amount: 0, waiting: none, payments: [], ...overrides }
}

/** A server with these freezes in force that records what is sent. A freeze or its end changes the first one. */
export function freezeServer(start: { inForce?: Freeze[]; impact?: Partial<Impact>; moving?: Partial<Moving> } = {}) {
  const server = { inForce: start.inForce ?? [], sent: Array<unknown>(), asked: Array<string>() }
  const freeze = (body: unknown, made: Freeze) => {
    server.sent.push(body)
    server.inForce = [made]
    return { freeze: made }
  }
  const lift = (body: unknown) => {
    server.sent.push(body)
    const [ended = aFreeze()] = server.inForce
    server.inForce = server.inForce.slice(1)
    return { freeze: ended }
  }
  const handlers: HttpHandler[] = [
    answer(freezes.list, ({ query }) => {
      server.asked.push(String(query))
      const kind = query.get('kind')
      const found = server.inForce.filter((one) => kind === null || one.kind === kind)
      return { totalRecords: found.length, freezes: found }
    }),
    answer(freezes.impact, () => anImpact(start.impact)),
    answer(freezes.moving, () => aMoving(start.moving)),
    answer(freezes.freezeMerchant, ({ body }) => freeze(body, aFreeze()), 'The merchant is frozen'),
    answer(
      freezes.freezeAccount,
      ({ body }) => {
        const { accountId } = freezes.freezeAccount.body.parse(body)
        return freeze(body, aFreeze({ kind: 'WALLET', accountId }))
      },
      'The account is frozen',
    ),
    answer(freezes.unfreezeMerchant, ({ body }) => lift(body), 'The freeze was lifted'),
    answer(freezes.unfreezeAccount, ({ body }) => lift(body), 'The freeze was lifted'),
  ]
  return { server, handlers }
}
