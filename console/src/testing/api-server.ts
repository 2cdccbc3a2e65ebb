import { contract } from '@kobo/contract'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { answer } from './answer.ts'
import { serverSession } from './server-session.ts'

export const adaeze = {
  id: 'staff_1',
  firstName: 'Adaeze',
  lastName: 'Okonkwo',
  email: 'admin@demo.test',
  role: 'ADMIN',
}

/** Handles configuration and session in tests; tests add all other handlers. */
export const apiServer = setupServer(
  http.get('/config.json', () =>
    HttpResponse.json({ apiBaseUrl: '/api', hashKey: 'demo-hash-key', additions: true, demo: true }),
  ),
  answer(contract.session.profile, () => ({ user: adaeze, mode: serverSession.mode })),
  // Page used by tests of the frame, whatever it contains.
  answer(contract.invites.list, () => ({ totalRecords: 0, invites: [] })),
  answer(contract.outside.trouble, () => ({ trouble: [] })),
  // Lists query their exports.
  answer(contract.downloads.mine, () => ({ downloads: [] })),
  answer(contract.session.logout, () => ({}), 'You are logged out'),
  answer(
    contract.session.changeMode,
    ({ body }) => {
      const { mode } = contract.session.changeMode.body.parse(body)
      serverSession.mode = mode
      return { mode }
    },
    'Mode changed successfully',
  ),
)
