import { contract } from '@kobo/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useApiQuery } from '../api/use-api-query.ts'
import { aWallet } from '../testing/a-wallet.ts'
import { answer, refuse } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { defineRecord, useRecord } from './define-record.ts'
import { QueryContent } from './query-content.tsx'
import { Record } from './record.tsx'

const { info, list } = contract.wallets

const purse = defineRecord(info, (reply) => reply.wallet, {
  name: 'purse',
  changes: (wallet) => wallet.status === 'PENDING',
})

function State() {
  return <h1>{useRecord(purse).record?.status}</h1>
}

function Purse() {
  const rows = useApiQuery(list, {})
  return (
    <Record of={purse} from={purse.useFound('w1')} onClose={() => {}}>
      <State />
      <QueryContent from={rows} skeleton={null}>
        {({ wallets }) => <p>The list says {wallets[0]?.status}</p>}
      </QueryContent>
    </Record>
  )
}

/** The server's wallet, which tests change, and the requests received. */
function openPurse(status: 'PENDING' | 'ACTIVE') {
  const world = { status: status as string, requests: [] as string[] }
  const record = (kind: string, headers: Headers) =>
    world.requests.push(`${kind} ${headers.get('x-background') ?? ''}`.trim())
  renderScreen(<Purse />, '/here', [
    answer(info, ({ headers }) => {
      record('record', headers)
      return { wallet: aWallet({ status: world.status }) }
    }),
    answer(list, ({ headers }) => {
      record('list', headers)
      return { totalRecords: 1, totalTransactions: 0, wallets: [aWallet({ status: world.status })] }
    }),
  ])
  return world
}

it('polls a record that may change, and refetches the rest of the screen when its status changes', async () => {
  const world = openPurse('PENDING')
  await screen.findByRole('heading', { name: 'PENDING' })
  await screen.findByText('The list says PENDING')
  world.status = 'ACTIVE'
  await screen.findByRole('heading', { name: 'ACTIVE' }, { timeout: 4_000 })
  await screen.findByText('The list says ACTIVE')
  // Later requests are background ones, which do not extend the session.
  const [first, second, ...later] = world.requests
  expect(new Set([first, second])).toEqual(new Set(['list', 'record']))
  expect(new Set(later)).toEqual(new Set(['record 1', 'list 1']))
})

it('shows since when a record is out of date while a refetch fails', async () => {
  const world = openPurse('PENDING')
  await screen.findByRole('heading', { name: 'PENDING' })
  apiServer.use(refuse(info, 503, { message: 'The database is away' }))
  await screen.findByText(/^Not up to date since \d\d:\d\d$/, {}, { timeout: 4_000 })
  expect(screen.getByRole('heading', { name: 'PENDING' })).toBeTruthy()
  apiServer.use(answer(info, () => ({ wallet: aWallet({ status: world.status }) })))
  await waitFor(() => expect(screen.queryByText(/^Not up to date/)).toBeNull(), { timeout: 4_000 })
})

it('marks every part as out of date while the browser is offline', async () => {
  openPurse('ACTIVE')
  await screen.findByText('The list says ACTIVE')
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  act(() => void window.dispatchEvent(new Event('offline')))
  // One notice for the record, one for its list.
  await waitFor(() => expect(screen.getAllByText(/^Not up to date since/)).toHaveLength(2))
  Reflect.deleteProperty(navigator, 'onLine')
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/^Not up to date/)).toBeNull())
})
