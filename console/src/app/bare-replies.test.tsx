import { contract } from '@kobo/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { apiServer } from '../testing/api-server.ts'
import { anotherServer, settled, specified } from '../testing/bare-console.ts'
import { bareReply } from '../testing/bare-reply.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { createConsoleRouter } from './router.ts'

/** Areas without a call in the specification. They have nothing to show on such a server. */
const ownAreas =
  /^\/(ledger-position|stores|shops|partners|contact-us|juju-services|profit|search|audit|my-work|refunds|notifications)\b/

/** Every other authenticated page, with an ID for each parameter. */
const addresses = Object.keys(createConsoleRouter(createMemoryHistory()).routesByPath)
  .filter((path) => /^\/[a-z]/.test(path) && !ownAreas.test(path) && !path.includes('/$/'))
  .map((path) => path.replaceAll(/\$\w+/g, 'some id'))

it('finds the screens, and strips optional values from replies', () => {
  expect(addresses.length).toBeGreaterThanOrEqual(20)
  expect(bareReply(contract.merchantUpgrades.list.reply)).toEqual({
    totalRecords: 1,
    upgrades: [{ id: 'some id', status: 'some status' }],
  })
  expect(bareReply(contract.merchants.bvnInfo.reply)).toEqual({})
})

it.each(specified)('accepts a stripped reply of $method $path', ({ reply }) => {
  expect(reply.safeParse(bareReply(reply)).error).toBeUndefined()
})

describe.each(addresses)('%s', (address) => {
  it('renders every tab and the record of its first row without any optional field', async () => {
    const consoleError = vi.spyOn(console, 'error')
    onTestFinished(() => consoleError.mockRestore())
    const unpublished = collectUnpublishedKeys()
    renderConsole(address, anotherServer())
    await screen.findByRole('heading', { level: 1 })
    await settled()
    const tabs = screen.queryAllByRole('tab').length
    for (let tab = 0; tab < Math.max(1, tabs); tab += 1) {
      const link = screen.queryAllByRole('tab')[tab]
      if (link) fireEvent.click(link)
      await settled()
      await openFirstRow()
    }
    expect(consoleError.mock.calls.map(String)).toEqual([])
    expect(unpublished).toEqual([])
  })
})

/** Collects the keys sent with published calls that their catalogue does not name. */
function collectUnpublishedKeys(): string[] {
  const unpublished: string[] = []
  const collect = ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url)
    const call = specified.find(({ method, path }) => method === request.method && `/api${path}` === pathname)
    const named = Object.keys(call?.query?.shape ?? {}).filter((key) => !call?.added?.includes(key))
    if (call) unpublished.push(...[...searchParams.keys()].filter((key) => !named.includes(key)))
  }
  apiServer.events.on('request:start', collect)
  onTestFinished(() => apiServer.events.removeListener('request:start', collect))
  return unpublished
}

it('hides a search that the server does not support', async () => {
  renderConsole('/payment-links', anotherServer())
  await screen.findByRole('heading', { level: 1 })
  await settled()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Filter by' })).not.toBeNull()
})

async function openFirstRow() {
  const row = document.querySelector('tbody a[href]')
  if (!row) return
  const listUrl = window.location.href
  fireEvent.click(row)
  await waitFor(() => expect(window.location.href).not.toBe(listUrl))
  await settled()
  act(() => window.history.back())
  await waitFor(() => expect(window.location.href).toBe(listUrl))
  await settled()
}
