import { contract } from '@kobo/contract'
import type { Mode } from '@kobo/contract/kit/mode'
import { act, screen, waitFor, within } from '@testing-library/react'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { currentSession } from '../api/session-store.ts'
import { storeSession } from '../api/stored-session.ts'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { ImagesButton, sendImages } from '../testing/specimen-form.tsx'

const picture = (name = 'a.png') => new File(['picture'], name, { type: 'image/png' })

/** A panel with a form, behind the button that opens it. */
async function openPanel(...handlers: HttpHandler[]) {
  const opened = renderScreen(<ImagesButton />, '/here', handlers)
  const { user } = opened
  await user.click(await screen.findByRole('button', { name: 'Send pictures' }))
  const panel = await screen.findByRole('dialog', { name: 'Send pictures' })
  const button = (name: string) => within(panel).getByRole<HTMLButtonElement>('button', { name })
  const subject = () => within(panel).getByLabelText<HTMLInputElement>('Subject')
  const files = () => within(panel).getByLabelText<HTMLInputElement>('Pictures', { selector: 'input' })
  const fill = async () => {
    await user.type(subject(), 'Two pictures')
    await user.upload(files(), picture())
  }
  const overlay = () => document.querySelector<HTMLElement>('.mantine-Drawer-overlay') ?? document.body
  return { ...opened, panel, button, subject, files, fill, overlay }
}

/** A server that responds on demand. */
function slowServer() {
  const server = { calls: 0, respond: () => {} }
  const until = new Promise<void>((resolve) => {
    server.respond = resolve
  })
  const handler = answer(
    sendImages,
    async () => {
      server.calls += 1
      await until
      return {}
    },
    'The pictures were sent',
  )
  return { server, handler }
}

/** As in browsers, where disabling the focused element blurs it. */
function loseFocus() {
  const other = document.createElement('button')
  document.body.append(other)
  other.focus()
  other.remove()
  expect(document.activeElement).toBe(document.body)
}

describe('form validation', () => {
  it('shows no error before anything was typed', async () => {
    const { user, subject, panel } = await openPanel()
    await user.click(subject())
    await user.tab()
    expect(within(panel).queryByText('Subject is required')).toBeNull()
  })

  it('validates a field on blur, and then on each change', async () => {
    const { user, subject, panel } = await openPanel()
    await user.type(subject(), 'x')
    await user.clear(subject())
    expect(within(panel).queryByText('Subject is required')).toBeNull()
    await user.tab()
    expect(within(panel).getByText('Subject is required')).toBeDefined()
    expect(subject().getAttribute('aria-invalid')).toBe('true')
    await user.type(subject(), 'y')
    expect(within(panel).queryByText('Subject is required')).toBeNull()
    await user.clear(subject())
    expect(within(panel).getByText('Subject is required')).toBeDefined()
  })

  it('validates all fields on submit, and focuses the first invalid one', async () => {
    const { user, subject, panel, button, files } = await openPanel()
    await user.click(button('Send'))
    expect(within(panel).getByText('Subject is required')).toBeDefined()
    expect(within(panel).getByText('Picture is required')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(subject()))
    await user.type(subject(), 'Two pictures')
    await user.click(button('Send'))
    await waitFor(() => expect(document.activeElement).toBe(button('Pictures')))
    await user.upload(files(), picture())
    expect(within(panel).queryByText('Picture is required')).toBeNull()
  })
})

describe('form window', () => {
  it('sends the input, shows the response and closes', async () => {
    const bodies: unknown[] = []
    const { user, fill, button } = await openPanel(
      answer(
        sendImages,
        ({ body }) => {
          bodies.push(body instanceof FormData && [...body.keys()])
          return {}
        },
        'The pictures were sent',
      ),
    )
    await fill()
    await user.click(button('Send'))
    expect(await screen.findByText('The pictures were sent')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([['subject', 'pictures']])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send pictures' }))
  })

  it('shows a server error at its field until it changes, and keeps the input', async () => {
    const sentence = 'This subject is taken'
    const { user, fill, button, subject, panel } = await openPanel(
      refuse(sendImages, 422, { message: 'Check the form', fields: { subject: sentence } }),
    )
    await fill()
    await user.click(button('Send'))
    expect(await within(panel).findByText(sentence)).toBeDefined()
    expect(await screen.findByText('Check the form')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(subject()))
    expect(subject().value).toBe('Two pictures')
    expect(within(panel).getByText('a.png')).toBeDefined()
    await user.type(subject(), '!')
    expect(within(panel).queryByText(sentence)).toBeNull()
  })

  it('returns the focus to its previous element when the server rejects no field', async () => {
    let respond = () => {}
    const until = new Promise<void>((resolve) => {
      respond = resolve
    })
    const refusal = http.post(`/api${sendImages.path}`, async () => {
      await until
      return HttpResponse.json({ status: false, message: 'Try again later', code: 'overloaded' }, { status: 503 })
    })
    const { user, fill, button, subject } = await openPanel(refusal)
    await fill()
    await user.type(subject(), '{Enter}')
    expect(button('Sending...').disabled).toBe(true)
    loseFocus()
    respond()
    expect(await screen.findByText('Try again later')).toBeDefined()
    expect(screen.getAllByText('Try again later')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement).toBe(subject()))
    expect(button('Send').disabled).toBe(false)
  })

  it('locks the form while sending; leaving it reports the outcome in a toast', async () => {
    const { server, handler } = slowServer()
    const { user, fill, button, subject, panel, overlay } = await openPanel(handler)
    await fill()
    await user.click(button('Send'))
    const busy = await within(panel).findByRole<HTMLButtonElement>('button', { name: 'Sending...' })
    expect(busy.disabled).toBe(true)
    expect(subject().matches(':disabled')).toBe(true)
    expect(button('Remove a.png').disabled).toBe(true)
    await user.keyboard('{Escape}')
    await user.click(overlay())
    expect(screen.getByRole('dialog')).toBe(panel)
    await waitFor(() => expect(server.calls).toBe(1))
    await user.click(button('Leave'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send pictures' }))
    server.respond()
    expect(await screen.findByText('The pictures were sent')).toBeDefined()
    expect(server.calls).toBe(1)
  })

  it('shows upload progress', async () => {
    const { server, handler } = slowServer()
    const { user, fill, button, panel } = await openPanel(handler)
    await fill()
    expect(within(panel).queryByRole('progressbar')).toBeNull()
    await user.click(button('Send'))
    const bar = await within(panel).findByRole('progressbar', { name: 'Upload' })
    expect(bar.getAttribute('max')).toBe('100')
    expect(within(panel).getByText(/ uploaded$|^Uploaded/)).toBeDefined()
    server.respond()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['Escape', async ({ user }: Opened) => user.keyboard('{Escape}')],
    ['its X', async ({ user, button }: Opened) => user.click(button('Close'))],
    ['Cancel', async ({ user, button }: Opened) => user.click(button('Cancel'))],
    ['a press beside it', async ({ user, overlay }: Opened) => user.click(overlay())],
    ['a link', async ({ router }: Opened) => act(() => router.history.push('/elsewhere'))],
  ])('PANEL-25 confirms before closing by %s when there is input', async (_way, close) => {
    const opened = await openPanel()
    const { user, subject, panel } = opened
    await user.type(subject(), 'x')
    await close(opened)
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getAllByRole('dialog')).toEqual([panel])
    expect(subject().value).toBe('x')
    await close(opened)
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('PANEL-25 keeps the input when the confirmation is dismissed with Escape', async () => {
    const { user, subject, panel } = await openPanel()
    await user.type(subject(), 'x')
    await user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([panel]))
    expect(subject().value).toBe('x')
  })

  it('PANEL-25 closes without confirmation when there is no input', async () => {
    const { user, overlay } = await openPanel()
    await user.click(overlay())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

/** Changes the mode in another window of the session. */
function turnElsewhere(mode: Mode) {
  serverSession.mode = mode
  storeSession({ token: 't0k3n', sessionId: 's1', mode })
  act(() => void window.dispatchEvent(new Event('storage')))
}

describe('form with input during a mode change in another window', () => {
  it('PANEL-26 keeps a form with input, blocks sending, and changes the page’s mode after discarding', async () => {
    const { user, fill, subject, panel, button } = await openPanel()
    await fill()
    turnElsewhere('SANDBOX')
    expect((await within(panel).findByRole('alert')).textContent).toMatch(
      /^The mode was changed to Test in another window/,
    )
    expect(subject().value).toBe('Two pictures')
    expect(button('Send').disabled).toBe(true)
    expect(currentSession()).toMatchObject({ mode: 'PRODUCTION' })
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(currentSession()).toMatchObject({ mode: 'SANDBOX' }))
    expect(await screen.findByText(/This window now shows Test/)).toBeDefined()
  })

  it('PANEL-26 allows sending again when the mode returns', async () => {
    const { fill, panel, button } = await openPanel()
    await fill()
    turnElsewhere('SANDBOX')
    await within(panel).findByRole('alert')
    turnElsewhere('PRODUCTION')
    await waitFor(() => expect(within(panel).queryByRole('alert')).toBeNull())
    expect(button('Send').disabled).toBe(false)
  })

  it('PANEL-26 follows a mode change immediately when there is no input', async () => {
    await openPanel()
    turnElsewhere('SANDBOX')
    expect(currentSession()).toMatchObject({ mode: 'SANDBOX' })
  })
})

describe('form whose request got no response', () => {
  async function reopen(...handlers: HttpHandler[]) {
    const lost = http.post(`/api${sendImages.path}`, () => HttpResponse.error())
    const { user, fill, button } = await openPanel(lost, ...handlers)
    await fill()
    await user.click(button('Send'))
    await screen.findByText(/^The server cannot be reached/)
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Send pictures' }))
    return { user, panel: await screen.findByRole('dialog', { name: 'Send pictures' }) }
  }

  it.each([
    [
      { tookEffect: true, message: 'The pictures were sent' },
      'Your earlier request was carried out: The pictures were sent',
    ],
    [{ tookEffect: false }, 'Your earlier request did not take effect'],
  ])('PANEL-28 reports the outcome of the earlier request when the form reopens: %j', async (outcome, sentence) => {
    const { panel } = await reopen(answer(contract.session.cancelRequest, () => outcome))
    expect(await within(panel).findByText(sentence)).toBeDefined()
  })

  it('PANEL-28 reports an unconfirmed request while the server is down, and rechecks on request', async () => {
    const { path } = contract.session.cancelRequest
    const { panel, user } = await reopen(http.post(`/api${path}`, () => HttpResponse.error()))
    expect(await within(panel).findByText(/^Your earlier request is still unconfirmed/)).toBeDefined()
    apiServer.use(answer(contract.session.cancelRequest, () => ({ tookEffect: false })))
    await user.click(within(panel).getByRole('button', { name: 'Check again' }))
    expect(await within(panel).findByText('Your earlier request did not take effect')).toBeDefined()
  })
})

type Opened = Awaited<ReturnType<typeof openPanel>>
