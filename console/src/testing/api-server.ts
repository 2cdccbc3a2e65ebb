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

/** Answers the console in tests: configuration and session; everything else is given by the test. */
export const apiServer = setupServer(
  http.get('/config.json', () =>
    HttpResponse.json({ apiBaseUrl: '/api', hashKey: 'demo-hash-key', additions: true, demo: true }),
  ),
  answer(contract.session.profile, () => ({ user: adaeze, mode: serverSession.mode })),
  // Where a test of the frame goes that does not care what stands in it.
  answer(contract.invites.list, () => ({ totalRecords: 0, invites: [] })),
  answer(contract.outside.trouble, () => ({ trouble: [] })),
  // Lists look for files that were ordered on them.
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
