import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console.tsx'

const page = vi.hoisted(() => ({ isBroken: false }))

vi.mock('../features/merchants/merchants-area.tsx', () => {
  function Content() {
    if (page.isBroken) throw new Error('Rendered wrongly')
    return (
      <dialog open aria-label="A form">
        Half filled in
      </dialog>
    )
  }
  return { Actions: undefined, tabs: [{ status: 'merchants', label: 'Merchants', content: <Content /> }] }
})

beforeEach(() => {
  page.isBroken = false
})

it('contains a page that fails to render, keeps the navigation, and retries on request', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  page.isBroken = true
  const { user } = renderConsole('/merchants')
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  page.isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Merchants' })).toBeTruthy()
  consoleError.mockRestore()
})

it('closes open dialogs when the mode changes', async () => {
  const { user } = renderConsole('/merchants')
  const form = await screen.findByRole('dialog', { name: 'A form' })
  await user.click(screen.getByRole('button', { name: 'Test' }))
  await waitFor(() => expect(form.isConnected).toBe(false))
})

it('shows a notice while the browser is offline', async () => {
  renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  act(() => {
    window.dispatchEvent(new Event('offline'))
  })
  expect(screen.getByText(/^You are offline/)).toBeTruthy()
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(screen.queryByText(/^You are offline/)).toBeNull()
})

it('offers a reload when a chunk is missing because a newer release is deployed', async () => {
  let release: string | undefined
  const config = { apiBaseUrl: '/api', hashKey: 'demo-hash-key' }
  renderConsole('/teams', [http.get('/config.json', () => HttpResponse.json({ ...config, release }))])
  await screen.findByRole('heading', { name: 'Teams' })
  const lose = () => act(() => void window.dispatchEvent(new Event('vite:preloadError')))
  lose()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  release = 'the-next-one'
  lose()
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
})
