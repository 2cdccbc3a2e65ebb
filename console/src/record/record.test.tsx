import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { useApiQuery } from '../api/use-api-query.ts'
import { answer, refuse } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { aWallet } from '../testing/a-wallet.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { defineRecord, useRecord } from './define-record.ts'
import { Record } from './record.tsx'

const { info, list } = contract.wallets

const purse = defineRecord(info, (reply) => reply.wallet, {
  name: 'purse',
  back: { text: 'Back to purses', to: '/purses' },
  known: { calls: [list], rows: (reply) => reply.wallets },
})

function Owner() {
  const { record, known } = useRecord(purse)
  if (record) return <h1>{record.accountName}</h1>
  return <p>{known ? `Surely ${known.accountName}` : 'Nobody yet'}</p>
}

function Purse({ onClose }: { onClose?: () => void }) {
  return (
    <Record of={purse} from={purse.useFound('w1')} onClose={onClose}>
      <Owner />
    </Record>
  )
}

const ready = answer(info, () => ({ wallet: aWallet() }))
const missing = refuse(info, 404, { message: 'No', code: 'not_found' })
const open = (server: HttpHandler, onClose?: () => void) => renderScreen(<Purse onClose={onClose} />, '/here', [server])

const heading = () => screen.findByRole('heading', { level: 1 })

describe('Record', () => {
  it('marks a record as busy until it is loaded', async () => {
    let load = () => {}
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    open(answer(info, () => loaded.then(() => ({ wallet: aWallet() }))))
    const waiting = await screen.findByText('Nobody yet')
    expect(waiting.closest('[aria-busy="true"]')).not.toBeNull()
    load()
    const shown = await heading()
    expect(shown.textContent).toBe('Tunde Bakare')
    expect(shown.closest('[aria-busy="true"]')).toBeNull()
  })

  it('shows the data of a cached list row until the record is loaded', async () => {
    const row = { ...aWallet(), accountName: 'Tunde of the list' }
    function FromList() {
      const rows = useApiQuery(list, {})
      return rows.data && <Purse />
    }
    renderScreen(<FromList />, '/here', [
      answer(list, () => ({ totalRecords: 2, totalTransactions: 0, wallets: [aWallet({ id: 'w2' }), row] })),
      answer(info, () => new Promise(() => {})),
    ])
    expect(await screen.findByText('Surely Tunde of the list')).toBeDefined()
  })

  it('reports a record that does not exist in this mode, with a way back', async () => {
    const { user, history } = open(missing)
    await screen.findByText('This purse does not exist in Live mode')
    expect((await heading()).textContent).toBe('Purse')
    await user.click(screen.getByRole('button', { name: 'Back to purses' }))
    await waitFor(() => expect(history.location.pathname).toBe('/purses'))
  })

  it('closes the panel of a missing record, without a second heading', async () => {
    const onClose = vi.fn<() => void>()
    const { user } = open(missing, onClose)
    await screen.findByText('This purse does not exist in Live mode')
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('ERR-07 shows a failed record, and refetches it on request', async () => {
    const { user } = open(refuse(info, 503, { message: 'The database is away' }))
    await screen.findByText('Error Fetching Details')
    expect(screen.getByText('Request req_1')).toBeDefined()
    expect((await heading()).textContent).toBe('Purse')
    apiServer.use(ready)
    await user.click(screen.getByRole('button', { name: 'Refetch Details' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })).toBeDefined()
  })
})
