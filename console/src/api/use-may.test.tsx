import { contract } from '@kobo/contract'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer, askedOfServer } from '../testing/api-server.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { signedInAs, userInRole } from '../testing/signed-in-as.ts'
import { useMay } from './use-may.ts'
import { send } from './send.ts'
import { updateUser } from './session-store.ts'

const { invites, partners, refunds, session, team, wallets } = contract
const profilePath = 'GET /api/user/profile'

/** Handler of the list of partners that reports a version of the operator's role. */
const partnersAt = (version: () => string) =>
  http.get(`/api${partners.list.path}`, () =>
    HttpResponse.json(
      { status: true, message: 'Done', data: { totalRecords: 0, partners: [] } },
      { headers: { 'x-mode': 'PRODUCTION', 'x-rights': version() } },
    ),
  )

async function openTeams(...handlers: Parameters<typeof renderConsole>[1] & object) {
  const rendered = renderConsole('/teams', handlers)
  await screen.findByText('No List Record Found')
  return { ...rendered, may: renderHook(() => useMay()).result }
}

describe('rights of the operator', () => {
  it('allow every call on a server without roles', async () => {
    const { may } = await openTeams()
    expect([refunds.request, wallets.reveal, invites.send].map(may.current)).toEqual([true, true, true])
  })

  it('allow what the role grants, what is public and what is the operator’s own', async () => {
    const { may } = await openTeams(signedInAs('SUPPORT'))
    const calls = [refunds.request, wallets.reveal, invites.send, session.logout, session.login, team.members]
    expect(calls.map(may.current)).toEqual([true, false, false, true, true, true])
  })

  it('may name permissions that this release does not know', async () => {
    const rights = [{ permission: 'planets.write' }, { permission: 'team.read' }]
    const { may } = await openTeams(signedInAs('SUPPORT', { rights }))
    expect([refunds.request, team.members].map(may.current)).toEqual([false, true])
  })

  it('are not required for a write to be sent: the server decides', async () => {
    await openTeams(signedInAs('AUDITOR'))
    apiServer.use(refuse(invites.send, 403, { code: 'not_permitted', message: 'Your role does not allow this' }))
    const invite = { firstName: 'Bola', lastName: 'Ade', email: 'bola@demo.test' }
    await expect(send(invites.send, invite)).rejects.toThrow('Your role does not allow this')
  })
})

describe('a role that is changed while its holder works', () => {
  it('is read again once, in the background, when a response reports another version', async () => {
    let version = 'SUPPORT.1'
    await openTeams(
      signedInAs('SUPPORT'),
      partnersAt(() => version),
    )
    const may = renderHook(() => useMay()).result
    await send(partners.list, { page: 1, size: 10 })
    const requests = askedOfServer()
    await send(partners.list, { page: 1, size: 10 })
    expect(requests.filter((request) => request === profilePath)).toEqual([])

    let backgrounds: (string | null)[] = []
    apiServer.use(
      answer(session.profile, ({ headers }) => {
        backgrounds = [...backgrounds, headers.get('x-background')]
        return { user: userInRole('AUDITOR'), mode: serverSession.mode }
      }),
    )
    version = 'SUPPORT.2'
    await act(async () => {
      await Promise.all([1, 2, 3].map((page) => send(partners.list, { page, size: 10 })))
    })
    await waitFor(() => expect(may.current(refunds.request)).toBe(false))
    expect(backgrounds).toEqual(['1'])
  })

  it('is read again with the next response when the profile could not be read', async () => {
    let version = 'SUPPORT.3'
    await openTeams(
      signedInAs('SUPPORT'),
      partnersAt(() => version),
    )
    await send(partners.list, { page: 1, size: 10 })
    apiServer.use(refuse(session.profile, 500, { message: 'Broken' }))
    version = 'SUPPORT.4'
    const requests = askedOfServer()
    await act(async () => void (await send(partners.list, { page: 1, size: 10 })))
    await waitFor(() => expect(requests).toContain(profilePath))
    apiServer.use(signedInAs('AUDITOR'))
    const may = renderHook(() => useMay()).result
    await act(async () => void (await send(partners.list, { page: 2, size: 10 })))
    await waitFor(() => expect(may.current(refunds.request)).toBe(false))
  })

  it('refetches what is on screen', async () => {
    await openTeams(signedInAs('SUPPORT'))
    const requests = askedOfServer()
    act(() => updateUser(userInRole('OPERATIONS')))
    await waitFor(() => expect(requests).toContain('GET /api/invite'))
  })

  it('is not taken from the profile of another person', async () => {
    const { may } = await openTeams(signedInAs('SUPPORT'))
    act(() => updateUser({ ...adaeze, id: 'staff_2', email: 'other@demo.test' }))
    expect(may.current(wallets.reveal)).toBe(false)
  })
})
