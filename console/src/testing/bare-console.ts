import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { screen, waitFor } from '@testing-library/react'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { refuse } from './answer.ts'
import { bareServer, type FieldValues } from './bare-reply.ts'

// The session's own replies follow a paper of their own and are answered as ever.
const { session: _, ...areas } = contract
const calls = Object.values(areas).flatMap((area): Call[] => Object.values(area))
/** The calls of the published catalogue. */
export const specified = calls.filter((call) => !call.addition)

/** A server that sends only what the specification names, of what it may leave out these values alone, and lacks what was added to it. */
export function anotherServer(values: FieldValues = {}): HttpHandler[] {
  return [
    http.get('/config.json', () => HttpResponse.json({ apiBaseUrl: '/api', hashKey: 'demo-hash-key' })),
    ...bareServer(specified, values),
    ...calls.filter((call) => call.addition).map((call) => refuse(call, 404, { message: 'There is no such call' })),
  ]
}

/** Waits until nothing is on its way any more, and looks for what went wrong. */
export async function settled() {
  await waitFor(() => {
    expect(screen.getByRole('main', { hidden: true }).textContent).not.toBe('')
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
    // A bar stands for a value that is still to come.
    expect([...document.querySelectorAll('dd > span:empty')]).toEqual([])
  })
  for (const part of [screen.getByRole('main', { hidden: true }), ...screen.queryAllByRole('dialog')])
    expect(part.textContent).not.toMatch(/could not be shown|Error Fetching|undefined|null|NaN|Invalid Date/)
}
