import { contract } from '@kobo/contract'
import type { OwnSession } from '@kobo/contract/account'
import type { Data } from '@kobo/contract/kit/call'
import { answer } from './answer.ts'

const { account, secondFactor, settings } = contract

type Route = Data<typeof settings.transferRoute>
type Factor = Data<typeof secondFactor.state>

const thisSession: OwnSession = {
  id: 's1',
  device: 'Chrome on Windows',
  address: '203.0.113.7',
  createdAt: '2026-03-04T08:00:00.000Z',
  seenAt: '2026-03-04T10:30:00.000Z',
  isThis: true,
}

export const phone: OwnSession = {
  id: 's2',
  device: 'Safari on iPhone',
  address: null,
  createdAt: '2026-03-03T08:00:00.000Z',
  seenAt: '2026-03-04T09:15:00.000Z',
  isThis: false,
}

/** A server that stores the settings it receives. */
export function settingsServer(start: { route?: Route; factor?: Factor; sessions?: OwnSession[] } = {}) {
  const has = {
    route: start.route ?? { transferRoute: 'NIP', mayChange: true },
    factor: start.factor ?? { isOn: false, since: null, recoveryCodesLeft: 0 },
    sessions: start.sessions ?? [phone, thisSession],
  }
  const asked: { call: string; body: unknown }[] = []
  const record = (call: string, body: unknown) => asked.push({ call, body })
  const handlers = [
    answer(settings.transferRoute, () => has.route),
    answer(
      settings.changeTransferRoute,
      ({ body }) => {
        record('route', body)
        has.route = { ...has.route, ...settings.changeTransferRoute.body.parse(body) }
        return {}
      },
      'Live payouts are now sent through ETRANZACT',
    ),
    answer(account.sessions, () => ({ sessions: has.sessions })),
    answer(
      account.endSession,
      ({ body }) => {
        record('end', body)
        const { sessionId } = account.endSession.body.parse(body)
        has.sessions = has.sessions.filter(({ id }) => id !== sessionId)
        return {}
      },
      'The session was ended',
    ),
    answer(
      account.changePassword,
      ({ body }) => {
        record('password', body)
        return {}
      },
      'Your password was changed',
    ),
    answer(secondFactor.state, () => has.factor),
  ]
  return { has, asked, handlers }
}
