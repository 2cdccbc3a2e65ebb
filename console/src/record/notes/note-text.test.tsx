import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer } from '../../testing/answer.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

/** Shows a note on a merchant. */
async function show(text: string, mentions: string[] = []): Promise<HTMLElement> {
  const note = { id: 'n1', at: '2026-11-26T18:20:00.000Z', authorName: 'Bola Adeyemi', isStrikable: false }
  const { user } = renderConsole(paths.merchant('m1'), [
    answer(contract.notes.list, () => ({ total: 1, notes: [{ ...note, text, mentions }] })),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  await user.click(await screen.findByRole('button', { name: 'Notes' }))
  return await within(await screen.findByRole('dialog')).findByRole('listitem')
}

const linksIn = (note: HTMLElement) =>
  within(note)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

it('emphasises mentions, and nothing else after @', async () => {
  const note = await show('@Efe Ogbeide, ask @Bola or ada@demo.test', ['Efe Ogbeide'])
  const emphasised = [...note.querySelectorAll('p strong')].map(({ textContent }) => textContent)
  expect(emphasised).toEqual(['@Efe Ogbeide'])
  expect(note.textContent).toContain('@Efe Ogbeide, ask @Bola or ada@demo.test')
})

it('links addresses of pages of this console', async () => {
  const { origin } = window.location
  const text = `See /payout/t1/transaction-payout, (${origin}/merchants/m2?status=charges).`
  const note = await show(text)
  expect(linksIn(note)).toEqual([
    ['/payout/t1/transaction-payout', '/payout/t1/transaction-payout'],
    [`${origin}/merchants/m2?status=charges`, '/merchants/m2?status=charges'],
  ])
  expect(note.textContent).toContain(text)
})

it.each([
  'https://evil.test/merchants/m2',
  '//evil.test/merchants/m2',
  '/x/..//evil.test',
  '/nothing/of/the/kind',
  '/etc',
  'javascript:alert(1)',
  'and/merchants/m2',
  '<a href="/merchants/m2">here</a>',
])('shows %s as plain text', async (text) => {
  const note = await show(`Look: ${text}`)
  expect(linksIn(note)).toEqual([])
  expect(note.textContent).toContain(`Look: ${text}`)
})
