import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { createMemoryHistory } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { apiServer } from '../testing/api-server.ts'
import { refuse } from '../testing/answer.ts'
import { anotherServer } from '../testing/bare-console.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { createConsoleRouter } from './router.ts'

const { session: _, ...areas } = contract
const broken = Object.values(areas)
  .flatMap((area): Call[] => Object.values(area))
  .map((call) => refuse(call, 500, { message: 'Broken' }))

/** Address of every record page. */
const addresses = Object.keys(createConsoleRouter(createMemoryHistory()).routesByPath)
  .filter((path) => /\/\$\w+/.test(path))
  .map((path) => path.replaceAll(/\$\w+/g, 'some id'))

it('ERR-06 covers the URL of every record page', () => {
  expect(addresses.length).toBeGreaterThanOrEqual(15)
})

/** Settlements and batches load with their list, whose own message is shown on failure. */
const hasOwnMessage = (address: string) => !/^\/settlements|\/bulk$|(\/some id){3}$/.test(address)

it.each(addresses)(
  'ERR-06 shows Error Fetching on %s when its details fail, and refetches them on request',
  async (address) => {
    renderConsole(address, [...broken, ...anotherServer()])
    const main = within(await screen.findByRole('main'))
    const [text, button] = hasOwnMessage(address)
      ? [/^Error Fetching( Details)?$/, 'Refetch Details']
      : [/^Error Fetching List$/, 'Refetct List']
    expect(await main.findAllByText(text)).not.toEqual([])
    expect(await main.findByRole('heading', { level: 1 })).toBeTruthy()
    const onRequest = vi.fn<() => void>()
    apiServer.events.on('request:start', onRequest)
    onTestFinished(() => apiServer.events.removeListener('request:start', onRequest))
    const [retry] = main.getAllByRole('button', { name: button })
    if (retry) fireEvent.click(retry)
    await waitFor(() => expect(onRequest).toHaveBeenCalled())
  },
)
