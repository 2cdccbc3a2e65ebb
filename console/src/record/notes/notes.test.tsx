import { contract } from '@kobo/contract'
import type { Note } from '@kobo/contract/notes'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'

const { notes } = contract

function aNote(fields: Partial<Note> = {}): Note {
  return {
    id: 'n1',
    at: '2026-11-26T18:20:00.000Z',
    text: 'The owner called.\nShe sends the bill.',
    mentions: [],
    authorName: 'Bola Adeyemi',
    struckAt: null,
    struckByName: null,
    isStrikable: false,
    ...fields,
  }
}

/** Opens the notes on a merchant; null for those that cannot be read. */
async function openNotes(shown: readonly Note[] | null, total = shown?.length ?? 0) {
  const asked: Record<string, string>[] = []
  const opened = renderConsole(paths.merchant('m1'), [
    shown === null
      ? refuse(notes.list, 500, { message: 'Down' })
      : answer(notes.list, ({ query }) => {
          asked.push(Object.fromEntries(query))
          return { total, notes: [...shown] }
        }),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  await opened.user.click(await screen.findByRole('button', { name: 'Notes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Notes on this merchant' }))
  return { ...opened, dialog, asked }
}

describe('Notes', () => {
  it('shows who wrote what and when, for staff only', async () => {
    const { dialog } = await openNotes([aNote()])
    const entry = within(await dialog.findByRole('listitem'))
    expect(entry.getByText('Bola Adeyemi')).toBeDefined()
    expect(entry.getByText('26-11-2026 19:20')).toBeDefined()
    expect(entry.getByText(/The owner called\.\s+She sends the bill\./)).toBeDefined()
    expect(entry.queryByRole('button')).toBeNull()
    expect(dialog.getByText('Staff only')).toBeDefined()
  })

  it('shows who struck a note through', async () => {
    const { dialog } = await openNotes([aNote({ struckAt: '2026-11-26T19:00:00.000Z', struckByName: 'Ada Obi' })])
    const entry = await dialog.findByRole('listitem')
    expect(entry.querySelector('del')?.textContent).toContain('The owner called')
    expect(entry.textContent).toContain('Struck through 26-11-2026 20:00 by Ada Obi')
  })

  it('sends a new note and empties the field', async () => {
    const { user, dialog } = await openNotes([])
    const sent: unknown[] = []
    apiServer.use(
      answer(notes.write, ({ body }) => {
        sent.push(body)
        return { noteId: 'n2' }
      }),
    )
    expect((await dialog.findByRole('status')).textContent).toBe('Nobody has written a note yet')
    await user.type(dialog.getByLabelText('New note'), 'Called back')
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(dialog.getByLabelText('New note')).toHaveProperty('value', ''))
    expect(sent).toEqual([{ recordType: 'merchant', recordId: 'm1', text: 'Called back', mentions: [] }])
  })

  it('keeps the text when the server rejects it', async () => {
    const { user, dialog } = await openNotes([])
    apiServer.use(refuse(notes.write, 429, { message: 'You have written 20 notes within a minute' }))
    await user.type(dialog.getByLabelText('New note'), 'Called back')
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('You have written 20 notes within a minute')).toBeDefined()
    expect(dialog.getByLabelText('New note')).toHaveProperty('value', 'Called back')
  })

  it('strikes a note through after confirmation', async () => {
    const { user, dialog } = await openNotes([aNote({ isStrikable: true })])
    const sent: unknown[] = []
    apiServer.use(
      answer(notes.strike, ({ body }) => {
        sent.push(body)
        return {}
      }),
    )
    await user.click(await dialog.findByRole('button', { name: /^Strike through/ }))
    const confirmation = within(await screen.findByRole('dialog', { name: 'Strike note through' }))
    expect(confirmation.getByText('Note by Bola Adeyemi, 26-11-2026 19:20')).toBeDefined()
    await user.click(confirmation.getByRole('button', { name: 'Strike through' }))
    await waitFor(() => expect(sent).toEqual([{ noteId: 'n1' }]))
  })

  it('pages through many', async () => {
    const { user, dialog, asked } = await openNotes([aNote()], 60)
    await user.click(await dialog.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ recordType: 'merchant', recordId: 'm1', page: '2' }))
  })

  it('says that they could not be loaded, and keeps the form', async () => {
    const { dialog } = await openNotes(null)
    expect(await dialog.findByRole('button', { name: 'Refetch Details' })).toBeDefined()
    expect(dialog.getByLabelText('New note')).toBeDefined()
  })

  it('can only be read by auditors', async () => {
    apiServer.use(signedInAs('AUDITOR'))
    const { dialog } = await openNotes([aNote()])
    await dialog.findByRole('listitem')
    expect(dialog.queryByLabelText('New note')).toBeNull()
    expect(dialog.queryByRole('button', { name: /^(Add note|Strike through)/ })).toBeNull()
  })

  it('are absent if the server has none', async () => {
    withoutAdditions()
    renderConsole(
      paths.merchant('m1'),
      merchantServer(() => aMerchant({ id: 'm1' })),
    )
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull()
  })
})
