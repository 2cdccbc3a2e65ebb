import { type Download, downloads } from '@kobo/contract/downloads'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { openDialog } from '../testing/list-dialogs.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { letterList, letters, someLetters } from '../testing/specimen-list.tsx'
import { List } from './list.tsx'

const name = 'letters-live-state-nobody-knows-2026-11-21.xlsx'
const making: Download = {
  id: 'd1',
  createdAt: '2026-11-20T13:32:00.000Z',
  name,
  status: 'MAKING',
  rows: 1_000,
  totalRecords: 2_500,
}
const ready: Download = { ...making, status: 'READY', rows: 2_500, url: `/api/files/f1/${name}?expires=1&signature=x` }

/** Renders a list whose server builds exports. Returns the requests received and the current exports. */
function renderLetters(start: { there?: Download[]; totalRecords?: number; isMore?: boolean } = {}) {
  const server = {
    there: start.there ?? [],
    ordered: [] as unknown[],
    cancelled: [] as unknown[],
    places: [] as unknown[],
  }
  const { totalRecords = 2_500, isMore } = start
  const rendered = renderScreen(
    <List of={letterList} with={{ sender: 'Ada' }} />,
    '/here?filterStatus=LOST&search=Adire',
    [
      answer(letters, () => ({ totalRecords, letters: someLetters(100), ...(isMore && { isMore }) })),
      answer(downloads.mine, ({ query }) => {
        server.places.push(query.get('place'))
        return { downloads: server.there }
      }),
      answer(
        downloads.order,
        ({ body }) => {
          server.ordered.push(body)
          server.there = [making]
          return { download: making }
        },
        'Your file is being prepared',
      ),
      answer(downloads.cancel, ({ body }) => {
        server.cancelled.push(body)
        server.there = []
        return {}
      }),
    ],
  )
  return { server, ...rendered }
}

async function openDownload() {
  await screen.findByText(/^Showing 1 to 100/)
  fireEvent.click(screen.getByRole('button', { name: 'More export options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download all matching…', hidden: true }))
  return within(await screen.findByRole('dialog'))
}

describe('Download all matching…', () => {
  it('FILE-01 offers format and columns, and requests an export of the list’s search and filters', async () => {
    const { server, user } = renderLetters()
    const dialog = await openDownload()
    expect(dialog.getByText('2,500 rows match')).toBeTruthy()
    expect(dialog.getAllByRole('checkbox').map((box) => box.closest('div')?.parentElement?.textContent)).toEqual([
      'ID',
      'Date created',
      'To',
      'State',
    ])
    await user.click(dialog.getByLabelText('ID'))
    await user.click(dialog.getByLabelText('CSV'))
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.ordered).toEqual([
      {
        place: 'letters.Ada',
        list: 'letters',
        words: ['Adire', 'State: Nobody knows'],
        call: '/letters',
        query: { sender: 'Ada', reference: 'Adire', state: 'LOST' },
        columns: ['createdAt', 'to', 'state'],
        format: 'csv',
      },
    ])
    expect(await screen.findByText('Writing 1,000 of 2,500 rows')).toBeTruthy()
    expect(server.places).toContain('letters.Ada')
  })

  it('FILE-01 remembers excluded columns, selects all or none, and requires at least one column', async () => {
    const { user } = renderLetters()
    const dialog = await openDownload()
    await user.click(dialog.getByRole('button', { name: 'None' }))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
    await user.click(dialog.getByLabelText('To'))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await openDownload()
    const checked = () => again.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
    expect(checked()).toEqual([false, false, true, false])
    await user.click(again.getByRole('button', { name: 'All' }))
    expect(checked()).toEqual([true, true, true, true])
  })

  it('FILE-04 offers only CSV above a million rows, and no export above five million', async () => {
    const { unmount } = renderLetters({ totalRecords: 1_000_001 })
    const dialog = await openDownload()
    expect(dialog.getByText(/Excel files hold at most 1,000,000, so this export is a CSV file/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Excel').disabled).toBe(true)
    expect(dialog.getByLabelText<HTMLInputElement>('CSV').checked).toBe(true)
    unmount()
    renderLetters({ totalRecords: 5_000_001 })
    const more = await openDownload()
    expect(more.getByText(/A file holds at most 5,000,000: filter the list first/)).toBeTruthy()
    expect(more.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
  })

  it('FIND-33 shows when more rows match than the list has pages for', async () => {
    renderLetters({ totalRecords: 1_000, isMore: true, there: [{ ...ready, rows: 1_000, isMore: true }] })
    const dialog = await openDownload()
    expect(dialog.getByText('The first 1,000 rows. Filter the list to export the rest')).toBeTruthy()
    expect(await screen.findByText('The first 1,000 rows. Filter the list to export the rest.')).toBeTruthy()
  })

  it('counts a single row as one', async () => {
    renderLetters({ totalRecords: 1, there: [{ ...ready, rows: 1 }] })
    const dialog = await openDownload()
    expect(dialog.getByText('1 row matches')).toBeTruthy()
    expect(await screen.findByText('1 row')).toBeTruthy()
  })

  it('FILE-12 hides Download all when the server does not support it, and still exports the page', async () => {
    renderScreen(<List of={letterList} />, '/here', [
      answer(letters, () => ({ totalRecords: 100, letters: someLetters(100) })),
      refuse(downloads.mine, 404, { message: 'Not found', code: 'not_found' }),
    ])
    await screen.findByText('Showing 1 to 100 of 100')
    fireEvent.click(screen.getByRole('button', { name: 'More export options' }))
    const item = await screen.findByRole('menuitem', { name: 'Export rows on this page…', hidden: true })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.getAllByRole('menuitem', { hidden: true })).toEqual([item])
    fireEvent.click(item)
    expect(await screen.findByText('Export Data')).toBeTruthy()
  })
})

describe('requested export', () => {
  it('FILE-07 shows the progress of an export on return, then its link', async () => {
    const { server } = renderLetters({ there: [making] })
    expect(await screen.findByText('Writing 1,000 of 2,500 rows')).toBeTruthy()
    server.there = [ready]
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: `Download ${name}` })
    expect(new URL(link.href).pathname).toBe(`/api/files/f1/${name}`)
    expect(link.download).toBe('')
    expect(link.hasAttribute('download')).toBe(true)
    expect(screen.getByText('2,500 rows')).toBeTruthy()
  })

  it('FILE-08 cancels a running export', async () => {
    const { server, user } = renderLetters({ there: [making] })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(/^Writing/)).toBeNull())
    expect(server.cancelled).toEqual([{ downloadId: 'd1' }])
  })

  it('FILE-08 removes a finished export', async () => {
    const { server, user } = renderLetters({ there: [ready] })
    await user.click(await screen.findByRole('button', { name: `Remove ${name}` }))
    await waitFor(() => expect(screen.queryByRole('link', { name: `Download ${name}` })).toBeNull())
    expect(server.cancelled).toEqual([{ downloadId: 'd1' }])
  })

  it('FILE-09 reports a failed export', async () => {
    renderLetters({ there: [{ ...making, status: 'FAILED' }] })
    expect(await screen.findByText(`${name} could not be generated. Please request it again`)).toBeTruthy()
  })

  it('says of a finished export without a link that the role may no longer see its data', async () => {
    const { url: _hidden, ...unreadable } = ready
    renderLetters({ there: [unreadable] })
    expect(await screen.findByText(`${name} contains data that your role may no longer see`)).toBeTruthy()
    expect(screen.queryByText(/could not be generated/)).toBeNull()
    expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeTruthy()
  })

  it('FILE-12 shows the list unchanged when the server does not support exports', async () => {
    renderScreen(<List of={letterList} />, '/here', [
      answer(letters, () => ({ totalRecords: 100, letters: someLetters(100) })),
      refuse(downloads.mine, 500, { message: 'Broken' }),
    ])
    await screen.findByText('Showing 1 to 100 of 100')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(screen.queryByText('Broken')).toBeNull()
    expect(await openDialog('Export')).toBeTruthy()
  })
})
