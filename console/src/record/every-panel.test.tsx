import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { SplitReceipts } from '../features/settlements/split-receipts.tsx'
import { List } from '../list/list.tsx'
import { everyList } from '../testing/every-list.ts'
import { fullReply } from '../testing/bare-reply.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { TransactionDialog } from '../transaction/transaction-dialog.tsx'

const { session: _, ...areas } = contract
/** A server whose replies have a value in every field. */
const full = Object.values(areas)
  .flatMap((area): Call[] => Object.values(area))
  .map((call) =>
    http.all(`/api${call.path}`, ({ request }) => {
      if (request.method !== call.method) return undefined
      return HttpResponse.json({ status: true, message: 'Done', data: fullReply(call.reply) })
    }),
  )

const ofLists = everyList.flatMap((list): [string, ReactNode, string][] => {
  if (!list.panel) return []
  const [row] = list.rows(list.call.reply.parse(fullReply(list.call.reply)))
  const query = new URLSearchParams({ [list.panel.key]: String(row?.id) })
  return [[list.name, <List key={list.name} of={list} />, `/here?${query}`]]
})

const panels: [string, ReactNode, string][] = [
  ...ofLists,
  ['a transaction', <TransactionDialog key="transaction" id="some id" onClose={() => {}} />, '/here'],
  ['receipts of splits', <SplitReceipts key="receipts" onClose={() => {}} />, '/here'],
]

/** Names in toasts that differ from the button's label. */
const toasts: Record<string, string> = { reference: 'Transaction reference' }
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

it('covers the panel of every list', () => {
  const sources = import.meta.glob<string>('../features/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const declared = Object.values(sources).flatMap((source) => source.match(/^ {2}panel: /gm) ?? [])
  expect(ofLists).toHaveLength(declared.length)
})

describe.each(panels)('%s', (_name, under, address) => {
  it('PANEL-24 CONST-13 shows each date as dd MMMM yyyy with its time apart', async () => {
    renderScreen(under, address, full)
    const opened = await screen.findByRole('dialog')
    await waitFor(() => {
      expect(opened.querySelector('[aria-busy="true"], dd > span:empty')).toBeNull()
      expect(opened.textContent).toMatch(/\d{2} [A-Z][a-z]+ 20\d{2}/)
    })
    expect(opened.textContent).not.toMatch(/\d{2}-\d{2}-\d{4}|\d{4}-\d{2}-\d{2}T/)
    const times = Array.from(opened.querySelectorAll('*'), ({ textContent }) => textContent)
    expect(times.some((text) => /^\d{2}:\d{2}:\d{2}/.test(text ?? ''))).toBe(true)
  })

  it('ERR-16 confirms what was copied when a copy button is pressed', async () => {
    const { user } = renderScreen(under, address, full)
    const opened = await screen.findByRole('dialog')
    await waitFor(() => expect(opened.querySelector('[aria-busy="true"], dd > span:empty')).toBeNull())
    for (const button of within(opened).queryAllByRole('button', { name: /^Copy / })) {
      const label = button.title.replace(/^Copy (the )?/, '')
      await user.click(button)
      const toastsShown = await screen.findAllByText(`${toasts[label] ?? sentence(label)} copied successfully`)
      expect(toastsShown.length).toBeGreaterThan(0)
    }
  })
})
