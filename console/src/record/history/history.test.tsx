import { contract } from '@kobo/contract'
import type { AuditEntry } from '@kobo/contract/audit'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { anAuditEntry } from '../../testing/an-audit-entry.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { audit } = contract

const upgraded = anAuditEntry({
  id: 'e2',
  title: 'Merchant upgrade approved',
  recordType: 'merchant_upgrade',
  recordId: 'u1',
  reason: null,
  changes: [],
})

/** Opens the history; null for one that fails. */
async function openHistory(history: readonly AuditEntry[] | null, total = history?.length ?? 0) {
  const asked: Record<string, string>[] = []
  const opened = renderConsole(paths.merchant('m1'), [
    history === null
      ? refuse(audit.recordHistory, 500, { message: 'Down' })
      : answer(audit.recordHistory, ({ query }) => {
          asked.push(Object.fromEntries(query))
          return { totalRecords: total, history: [...history] }
        }),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  await opened.user.click(await screen.findByRole('button', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of this merchant' }))
  return { ...opened, dialog, asked }
}

describe('History', () => {
  it('shows who changed which field from what to what, when, why and from where', async () => {
    const { dialog } = await openHistory([anAuditEntry()])
    const entry = within(await dialog.findByRole('listitem'))
    expect(entry.getByText('Charges changed')).toBeDefined()
    expect(entry.getByText(/26-11-2026 19:20/).parentElement?.textContent).toContain('by Ada Obi')
    expect(entry.getByText('New agreement')).toBeDefined()
    expect(entry.getByText('From 203.0.113.24, Chrome on Windows')).toBeDefined()
    const row = entry.getByRole('row', { name: /Transfers below/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['₦10.00', '₦12.00'])
  })

  it('links an entry of a part to the part, and none of its own', async () => {
    const { dialog } = await openHistory([upgraded, anAuditEntry()])
    const link = await dialog.findByRole('link', { name: 'Merchant upgrade: Adire & Indigo' })
    expect(link.getAttribute('href')).toBe('/merchants?status=upgrade&upgrade=u1')
    expect(dialog.queryByRole('link', { name: /^Merchant:/ })).toBeNull()
  })

  it('leads to the audit of the record', async () => {
    const { dialog } = await openHistory([anAuditEntry()])
    const link = await dialog.findByRole('link', { name: 'Open in the audit' })
    expect(link.getAttribute('href')).toBe('/audit?recordType=merchant&recordId=m1')
  })

  it('pages, and starts over with changes only', async () => {
    const { user, dialog, asked } = await openHistory([anAuditEntry()], 45)
    await user.click(await dialog.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ recordType: 'merchant', recordId: 'm1', page: '2' }))
    await user.click(dialog.getByRole('switch', { name: 'Changes by colleagues only' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: '1', only: 'CHANGES' }))
  })

  it('says that nothing has happened', async () => {
    const { dialog } = await openHistory([])
    expect((await dialog.findByRole('status')).textContent).toBe('Nothing has happened to it yet')
  })

  it('says that it could not be loaded, and loads it again', async () => {
    const { user, dialog } = await openHistory(null)
    const retry = await dialog.findByRole('button', { name: 'Refetch Details' })
    apiServer.use(answer(audit.recordHistory, () => ({ totalRecords: 1, history: [anAuditEntry()] })))
    await user.click(retry)
    expect(await dialog.findByText('Charges changed')).toBeDefined()
  })

  it('is absent if the server has no history', async () => {
    withoutAdditions()
    renderConsole(
      paths.merchant('m1'),
      merchantServer(() => aMerchant({ id: 'm1' })),
    )
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
  })
})
