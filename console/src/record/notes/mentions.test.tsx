import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { notes } = contract

const colleagues = [
  { id: 's1', name: 'Bola Adeyemi', email: 'bola@demo.test' },
  { id: 's2', name: 'Efe Ogbeide', email: 'efe.ogbeide@demo.test' },
  { id: 's3', name: 'Efe Omoruyi', email: 'efe@demo.test' },
]

/** Opens the notes on a merchant, and collects what is sent. */
async function openNotes() {
  const sent: unknown[] = []
  const asked: Record<string, string>[] = []
  const opened = renderConsole(paths.merchant('m1'), [
    answer(notes.colleagues, ({ query }) => {
      asked.push(Object.fromEntries(query))
      return { colleagues }
    }),
    answer(notes.write, ({ body }) => {
      sent.push(body)
      return { noteId: 'n2' }
    }),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  await opened.user.click(await screen.findByRole('button', { name: 'Notes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Notes on this merchant' }))
  return { ...opened, dialog, field: dialog.getByLabelText<HTMLTextAreaElement>('New note'), sent, asked }
}

const list = () => screen.findByRole('listbox', { name: 'Colleagues' })
const chosen = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('mentions', () => {
  it('are chosen by arrows and Enter, shown below the field, and sent', async () => {
    const { user, dialog, field, sent, asked } = await openNotes()
    await user.type(field, 'Please call them, @')
    expect(within(await list()).getAllByRole('option')).toHaveLength(3)
    expect(asked[0]).toEqual({ recordType: 'merchant', recordId: 'm1' })
    expect(chosen(field)).toBe('Bola Adeyemi bola@demo.test')
    await user.keyboard('ef')
    const shown = await list()
    await waitFor(() => expect(within(shown).getAllByRole('option')).toHaveLength(2))
    expect(chosen(field)).toContain('Efe Ogbeide')
    await user.keyboard('{ArrowDown}')
    expect(chosen(field)).toContain('Efe Omoruyi')
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
    expect(chosen(field)).toContain('Efe Ogbeide')
    await user.keyboard('{Enter}')
    expect(field.value).toBe('Please call them, @Efe Ogbeide ')
    expect(field.selectionStart).toBe(field.value.length)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(dialog.getByText('Mentions Efe Ogbeide')).toBeDefined()
    await user.keyboard('today')
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { recordType: 'merchant', recordId: 'm1', text: 'Please call them, @Efe Ogbeide today', mentions: ['s2'] },
      ]),
    )
  })

  it('are chosen by a click within the text', async () => {
    const { user, field } = await openNotes()
    await user.type(field, 'Ask  today')
    await user.type(field, '@om', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    await user.click(within(await list()).getByRole('option', { name: /Efe Omoruyi/ }))
    expect(field.value).toBe('Ask @Efe Omoruyi today')
    expect(field.selectionStart).toBe('Ask @Efe Omoruyi '.length)
    expect(document.activeElement).toBe(field)
  })

  it('end when the name is deleted from the text', async () => {
    const { user, dialog, field, sent } = await openNotes()
    await user.type(field, '@bo')
    await list()
    await user.keyboard('{Enter}')
    expect(dialog.getByText('Mentions Bola Adeyemi')).toBeDefined()
    await user.keyboard('{Backspace}{Backspace}')
    expect(dialog.queryByText(/^Mentions/)).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(sent).toMatchObject([{ text: '@Bola Adeyem', mentions: [] }]))
  })

  it('are not offered after Escape, which keeps the dialog open, until the next @', async () => {
    const { user, field } = await openNotes()
    await user.type(field, '@')
    await list()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Notes on this merchant' })).toBeDefined()
    await user.keyboard('ef{Enter}@')
    expect(field.value).toBe('@ef\n@')
    expect(await list()).toBeDefined()
  })

  it('leave arrows and Enter alone in the rest of the text', async () => {
    const { user, field } = await openNotes()
    await user.type(field, 'one@two{Enter}x{ArrowUp}')
    expect(field.value).toBe('one@two\nx')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('say that nobody of that name may read the record, and not that of a text', async () => {
    const { user, field } = await openNotes()
    await user.type(field, '@zz')
    expect(await screen.findByText('No colleague of that name may read this record')).toBeDefined()
    await user.keyboard(' is')
    await waitFor(() => expect(screen.queryByText('No colleague of that name may read this record')).toBeNull())
  })

  it('say that colleagues could not be loaded', async () => {
    const { user, field } = await openNotes()
    apiServer.use(refuse(notes.colleagues, 500, { message: 'Down' }))
    await user.type(field, '@')
    expect(await screen.findByText('Error Fetching List')).toBeDefined()
  })

  it('keep the text when the server rejects a colleague, until it is changed', async () => {
    const { user, dialog, field } = await openNotes()
    await user.type(field, '@bo')
    await list()
    await user.keyboard('{Enter}')
    const message = 'Bola Adeyemi may not read this record'
    apiServer.use(refuse(notes.write, 400, { message, fields: { mentions: message } }))
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(await dialog.findByText(message)).toBeDefined()
    expect(field.value).toBe('@Bola Adeyemi ')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    await user.clear(field)
    expect(dialog.queryByText(message)).toBeNull()
  })
})
