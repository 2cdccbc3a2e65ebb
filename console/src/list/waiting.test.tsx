import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { savedFiles } from '../testing/saved-files.ts'
import { letterList, letters, someLetters } from '../testing/specimen-list.tsx'
import { List } from './list.tsx'

/** Renders letters. Every request but the first waits until it is released. */
function renderLetters(address = '/here?perPage=10') {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = answer(letters, async ({ query }) => {
    const [page, isLost] = [Number(query.get('page')), query.get('state') === 'LOST']
    if (page > 1 || isLost) await released
    return isLost
      ? { totalRecords: 3, letters: someLetters(3, 500) }
      : { totalRecords: 25, letters: someLetters(page === 3 ? 5 : 10, 10 * page - 9) }
  })
  return { release, ...renderScreen(<List of={letterList} />, address, [server]) }
}

const pages = () => screen.getByRole('navigation', { name: 'Pages' })
const isWaiting = () => waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))

it('LIST-09 describes the rows on screen while the next page loads', async () => {
  const { user, release } = renderLetters()
  await screen.findByText('Showing 1 to 10 of 25')
  await user.click(screen.getByRole('link', { name: '3' }))
  await isWaiting()
  expect(within(pages()).getByRole('status').textContent).toBe('Showing 1 to 10 of 25')
  expect(within(pages()).getByRole('link', { current: 'page' }).textContent).toBe('1')
  release()
  await screen.findByText('Showing 21 to 25 of 25')
  expect(within(pages()).getByRole('link', { current: 'page' }).textContent).toBe('3')
})

it('LIST-08 continues from the requested page when Next is pressed twice', async () => {
  const { user, release } = renderLetters()
  await screen.findByText('Showing 1 to 10 of 25')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await isWaiting()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  release()
  expect(await screen.findByText('Showing 21 to 25 of 25')).toBeTruthy()
})

it('waits for the filtered rows before exporting under the filter’s name', async () => {
  const files = savedFiles()
  const { user, release } = renderLetters()
  await screen.findByText('Showing 1 to 10 of 25')
  await user.click(screen.getByRole('button', { name: 'Filter by' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: 'State' }))
  await user.click(await screen.findByRole('option', { name: 'Nobody knows' }))
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await isWaiting()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByText('The rows of this page are still loading')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  // Longer than an export takes, which waits for the rows.
  await new Promise((resolve) => setTimeout(resolve, 2_300))
  expect(files).toHaveLength(0)
  release()
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toContain('state-nobody-knows')
  expect(await files[0]?.file.text()).toContain('Addressee 500')
})

it('shows since when the rows are out of date while a refetch fails', async () => {
  const { user } = renderLetters()
  await screen.findByText('Showing 1 to 10 of 25')
  apiServer.use(refuse(letters, 503, { message: 'The database is away' }))
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => void window.dispatchEvent(new Event('online')))
  const notice = await screen.findByText(/^Not up to date since \d\d:\d\d$/)
  expect(screen.getByRole('link', { name: /^Addressee 1,/ })).toBeTruthy()
  apiServer.use(answer(letters, () => ({ totalRecords: 1, letters: someLetters(1, 77) })))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: /^Addressee 77,/ })
  expect(notice.isConnected).toBe(false)
})
