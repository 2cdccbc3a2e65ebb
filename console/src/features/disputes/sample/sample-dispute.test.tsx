import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { askedByEveryPage, askedOfServer } from '../../../testing/api-server.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const picture = new File(['picture'], 'proof.png', { type: 'image/png' })

/** Opens the sample page and returns the recorded requests. */
async function openSample() {
  const requests = askedOfServer()
  const opened = renderConsole(paths.sampleDispute())
  await screen.findByRole('heading', { level: 1, name: '₦25,000.00' })
  return { requests, ...opened }
}

async function openConversation() {
  const opened = await openSample()
  await opened.user.click(screen.getByRole('button', { name: 'Conversation' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Conversation' }))
  await panel.findByLabelText('Subject')
  return { panel, ...opened }
}

it('PLACEHOLDER-03 shows sample data, labels it as such and calls no API', async () => {
  const { requests } = await openSample()
  expect(screen.getAllByText('Sample data').length).toBeGreaterThan(0)
  const section = within(screen.getByRole('region', { name: 'Information' }))
  expect(section.getByText('Sample Customer')).toBeTruthy()
  expect(section.getByText('SAMPLE-0001')).toBeTruthy()
  expect(requests.filter((call) => !askedByEveryPage.includes(call))).toEqual([])
})

it('PLACEHOLDER-04 VALID-18 requires a subject, a message and a document in the sample conversation', async () => {
  const { panel, user } = await openConversation()
  expect(panel.getByText('Sample data')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Submit' }))
  for (const sentence of ['Subject is required', 'Message is required', 'Document is required'])
    expect(panel.getByText(sentence)).toBeTruthy()
})

it('PLACEHOLDER-04 CONST-06 simulates a two-second submit without sending anything', async () => {
  const { panel, user, requests } = await openConversation()
  await user.type(panel.getByLabelText('Subject'), 'Proof')
  await user.type(panel.getByLabelText('Message'), 'Here it is')
  await user.upload(panel.getByLabelText('Document', { selector: 'input' }), picture)
  await panel.findByRole('button', { name: 'Remove proof.png' })
  vi.useFakeTimers()
  fireEvent.click(panel.getByRole('button', { name: 'Submit' }))
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(screen.getByRole('dialog', { name: 'Conversation' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Sample data: nothing was sent')).toBeTruthy()
  expect(requests.filter((call) => !askedByEveryPage.includes(call))).toEqual([])
})
