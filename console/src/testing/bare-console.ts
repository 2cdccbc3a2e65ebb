import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { screen, waitFor } from '@testing-library/react'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { expect, onTestFinished } from 'vitest'
import { refuse } from './answer.ts'
import { bareServer, type FieldValues } from './bare-reply.ts'

// The session's replies have a specification of their own and are handled as usual.
const { session: _, ...areas } = contract
const calls = Object.values(areas).flatMap((area): Call[] => Object.values(area))
/** Calls of the published catalogue. */
export const specified = calls.filter((call) => !call.addition)

/** A server that returns only what the specification names, no optional values but these, and none of our additions. */
export function anotherServer(values: FieldValues = {}): HttpHandler[] {
  // Files of one worker share the configuration that the first of them requested.
  withoutAdditions()
  return [
    http.get('/config.json', () => HttpResponse.json({ apiBaseUrl: '/api', hashKey: 'demo-hash-key' })),
    ...bareServer(specified, values),
    ...calls.filter((call) => call.addition).map((call) => refuse(call, 404, { message: 'There is no such call' })),
  ]
}

/** Embeds the configuration of a server without our additions in this test's page. */
export function withoutAdditions(): void {
  const element = document.createElement('script')
  const config = JSON.stringify({ apiBaseUrl: '/api', hashKey: 'demo-hash-key' })
  Object.assign(element, { type: 'application/json', id: 'config', textContent: config })
  document.body.append(element)
  onTestFinished(() => element.remove())
}

/** Waits until all requests have finished, and checks for errors. */
export async function settled() {
  await waitFor(() => {
    expect(screen.getByRole('main', { hidden: true }).textContent).not.toBe('')
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
    // An empty element is a skeleton of a value that is still loading.
    expect([...document.querySelectorAll('dd > span:empty')]).toEqual([])
  })
  for (const part of [screen.getByRole('main', { hidden: true }), ...screen.queryAllByRole('dialog')])
    expect(part.textContent).not.toMatch(/could not be shown|Error Fetching|undefined|null|NaN|Invalid Date/)
}
