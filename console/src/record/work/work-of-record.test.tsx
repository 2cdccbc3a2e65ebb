import { contract } from '@kobo/contract'
import type { WorkItem } from '@kobo/contract/work-items'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setServerTime } from '../../api/clock.ts'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { aWorkItem } from '../../testing/a-work-item.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { workItems } = contract

const claim = {
  staffId: 'bola',
  staffName: 'Bola Adeyemi',
  since: '2026-11-26T10:00:00Z',
  until: null,
  assignedBy: null,
  isOwn: false,
}

interface Work {
  items: WorkItem[]
  upcoming: WorkItem | null
}

/** Opens a merchant whose KYC waits. Claiming marks the KYC as done. */
function openMerchant(work: Work) {
  const merchant = aMerchant({ verified: 'SUBMITTED' })
  const nexts: unknown[] = []
  const opened = renderConsole(paths.merchant(merchant.id), [
    answer(workItems.record, () => ({ items: work.items })),
    answer(workItems.upcoming, () => ({ item: work.upcoming })),
    answer(workItems.claim, () => {
      work.items = []
      return { item: aWorkItem({}) }
    }),
    answer(workItems.next, ({ body }) => {
      nexts.push(body)
      return { item: work.upcoming }
    }),
    ...merchantServer(() => merchant),
  ])
  return { ...opened, nexts }
}

const bar = () => screen.findByRole('region', { name: 'Work' }, { timeout: 20_000 })

beforeEach(() => setServerTime(Date.parse('2026-11-26T12:00:00.000Z')))

describe('the work on a record', () => {
  it('names the colleague who has it on the page and in the dialog of the decision', async () => {
    const { user } = openMerchant({ items: [aWorkItem({ claim })], upcoming: null })
    expect((await bar()).textContent).toContain('KYC due in 40 min')
    expect((await bar()).textContent).toContain('Bola Adeyemi has it since 26-11-2026 11:00')
    await user.click(screen.getByRole('button', { name: /^Approve/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('KYC: Bola Adeyemi has it since 26-11-2026 11:00')).toBeDefined()
  })

  it('becomes late by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    openMerchant({ items: [aWorkItem({ dueAt: '2026-11-26T12:00:50.000Z' })], upcoming: null })
    expect((await bar()).textContent).toContain('KYC due in 0 min')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect((await bar()).textContent).toContain('KYC 0 min late')
  })

  it('keeps an open dialog with its reason when a colleague has done it', async () => {
    const work: Work = { items: [aWorkItem({})], upcoming: null }
    const { user } = openMerchant(work)
    await user.click(within(await bar()).getByRole('button', { name: 'Snooze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }))
    await user.type(await dialog.findByLabelText('Reason'), 'Awaiting papers')
    work.items = []
    apiServer.use(refuse(workItems.snooze, 409, { message: 'This item is done' }))
    await user.click(dialog.getByRole('button', { name: 'Snooze' }))
    expect(await screen.findByText('Done. Nothing else is waiting for you')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Snooze' })).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Awaiting papers')
  })

  it('offers what is due next once it is done, also by N', async () => {
    const upcoming = aWorkItem({
      id: 'item-2',
      kind: 'WEBHOOKS_FAILED',
      dueAt: '2026-11-26T11:00:00.000Z',
      record: { type: 'merchant', id: aMerchant().id, name: 'Lekki Stores' },
    })
    const { user, nexts } = openMerchant({ items: [aWorkItem({})], upcoming })
    await user.click(within(await bar()).getByRole('button', { name: 'Claim' }))
    const status = await within(await bar()).findByRole('status')
    await waitFor(() => expect(status.textContent).toContain('Done. Next: Failed webhooks of Lekki Stores, 1 h late'))
    fireEvent.keyDown(window, { key: 'n' })
    // Until the first answer, another press takes no second item.
    fireEvent.keyDown(window, { key: 'n' })
    await waitFor(() => expect(nexts).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 200))
    expect(nexts).toEqual([{}])
  })

  it('says when nothing else is waiting', async () => {
    const { user } = openMerchant({ items: [aWorkItem({})], upcoming: null })
    await user.click(within(await bar()).getByRole('button', { name: 'Claim' }))
    expect(await screen.findByText('Done. Nothing else is waiting for you')).toBeDefined()
  })

  it('shows nothing on a record that requires none', async () => {
    openMerchant({ items: [], upcoming: aWorkItem({}) })
    await screen.findByRole('heading', { level: 1 })
    await new Promise((done) => setTimeout(done, 1_500))
    expect(screen.queryByRole('region', { name: 'Work' })).toBeNull()
  })
})
