import { contract } from '@kobo/contract'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { answer, serverSession } from './answer.ts'

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
  answer(contract.workItems.counts, () => ({ kinds: [], waiting: 0 })),
  answer(contract.notifications.counts, () => ({ unread: 0, unreadElsewhere: 0 })),
  answer(contract.workItems.record, () => ({ items: [] })),
  answer(contract.freezes.list, () => ({ totalRecords: 0, freezes: [] })),
  // Dialogs of decisions show whom these notify.
  answer(contract.decisions.recipients, () => ({
    businessName: 'Adire & Indigo Textiles Ltd',
    email: 'accounts@adire.ng',
    ownerEmail: 'folasade@adire.ng',
    hasWebhook: true,
  })),
  answer(contract.liens.list, () => ({ totalRecords: 0, liens: [] })),
  // My work counts the pinned views.
  answer(contract.views.counts, () => ({ views: [] })),
  // Records count their notes.
  answer(contract.notes.list, () => ({ total: 0, notes: [] })),
  // Records show who watches them.
  answer(contract.watches.read, () => ({ isWatching: false, others: 0 })),
  // Lists query their exports.
  answer(contract.downloads.mine, () => ({ downloads: [] })),
  answer(contract.session.logout, () => ({}), 'You are logged out'),
  answer(contract.session.changeMode, ({ body }) => {
    const { mode } = contract.session.changeMode.body.parse(body)
    serverSession.mode = mode
    return { mode }
  }),
)

/** Collects the paths requested from now on in this test. */
export function askedOfServer(): string[] {
  const requests: string[] = []
  const record = ({ request }: { request: Request }) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
  }
  apiServer.events.on('request:start', record)
  onTestFinished(() => void apiServer.events.removeListener('request:start', record))
  return requests
}

/** Requests of every page. */
export const askedByEveryPage = [
  'GET /config.json',
  'GET /api/user/profile',
  'GET /api/admin/outside',
  'GET /api/admin/work-items/counts',
  'GET /api/admin/notifications/counts',
]
