import { contract } from '@kobo/contract'
import { kycApprovalNotice, kycDeclineNotice } from '@kobo/contract/kit/decision-notice'
import type { Merchant } from '@kobo/contract/merchants'
import { screen, waitFor, within } from '@testing-library/react'
import { http, type HttpHandler, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { apiServer } from '../../../../testing/api-server.ts'
import { withoutAdditions } from '../../../../testing/bare-console.ts'
import { renderConsole } from '../../../../testing/render-console.tsx'
import { returnToWindow } from '../../../../testing/return-to-window.ts'
import { aMerchant, aMerchantRow, bvnInfo } from '../../../../testing/a-merchant.ts'
import { merchantServer } from '../../../../testing/merchant-server.ts'

/** Opens the page on a server that stores decisions. */
async function openKyc(particulars: Partial<Merchant>, ...handlers: HttpHandler[]) {
  const server = { merchant: aMerchant({ verified: 'SUBMITTED', ...particulars }), reads: 0, sent: Array<unknown>() }
  const decide = (verified: string) => (body: unknown) => {
    server.sent.push(body)
    server.merchant = { ...server.merchant, verified }
    return {}
  }
  const { approve, decline, startReview } = contract.merchants
  const opened = renderConsole(paths.merchant(server.merchant.id), [
    ...handlers,
    answer(approve, ({ body }) => decide('ACCEPTED')(body), 'Merchant approved'),
    answer(decline, ({ body }) => decide('REJECTED')(body), 'Merchant declined'),
    answer(startReview, ({ body }) => decide('PROCESSING')(body), 'Review started'),
    ...merchantServer(() => {
      server.reads += 1
      return server.merchant
    }, server.merchant.id),
  ])
  await screen.findByRole('switch', { name: 'Refunds' })
  return { ...opened, server }
}

const button = (name: string) => screen.queryByRole('button', { name })

describe('KYC actions', () => {
  it.each([
    ['SUBMITTED', ['Start review', 'Decline', 'Approve']],
    ['PROCESSING', ['Decline', 'Approve']],
    ['ACCEPTED', []],
    ['REJECTED', []],
    ['NOT_SUBMITTED', []],
  ])('MDETAIL-34 offers for %s the actions %j', async (verified, offered) => {
    await openKyc({ verified })
    const actions = ['Start review', 'Decline', 'Approve']
    expect(actions.filter((name) => button(name) !== null)).toEqual(offered)
  })

  it.each([
    ['SUBMITTED', 'Submitted'],
    ['PROCESSING', 'Processing'],
    ['ACCEPTED', 'Approved'],
    ['REJECTED', 'Rejected'],
    ['NOT_SUBMITTED', 'Not Submitted'],
    ['SOMETHING_NEW', 'Not Submitted'],
  ])('STATE-01 shows %s as %s next to the name', async (verified, label) => {
    await openKyc({ verified })
    const heading = screen.getByRole('heading', { level: 1 })
    expect(heading.nextElementSibling?.textContent).toBe(label)
  })

  it('starts a review and then names the reviewer', async () => {
    const { user, server } = await openKyc({ review: { staffName: 'Bola Ade', startedAt: '2026-11-20T13:32:00Z' } })
    expect(screen.queryByText(/In review by/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Start review' }))
    expect(await screen.findByText('Review started')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id }])
    expect((await screen.findByText(/In review by/)).textContent).toBe('In review by Bola Ade since 20-11-2026 14:32')
    expect(button('Start review')).toBeNull()
  })

  it('shows operator, time and reason of the last decision', async () => {
    const decision = { staffName: 'Bola Ade', decidedAt: '2026-11-20T13:32:00Z', reason: 'The certificate is forged' }
    await openKyc({ verified: 'REJECTED', decision })
    expect(screen.getByText(/^Declined by/).textContent).toBe(
      'Declined by Bola Ade on 20-11-2026 14:32: The certificate is forged',
    )
  })
})

describe('Evidence', () => {
  const rows = async () => {
    const evidence = within(await screen.findByRole('region', { name: 'Evidence' }))
    const found = (await evidence.findAllByRole('row')).slice(1)
    return found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  }

  it('EVIDENCE-01 compares submitted data with registers while the KYC is undecided', async () => {
    await openKyc({})
    expect(await rows()).toEqual([
      ["Owner's name", 'Folasade Ogunleye', 'Folasade Abike Ogunleye', 'BVN register', 'Match'],
      ["Owner's date of birth", '14-03-1986', '14-03-1986', 'BVN register', 'Match'],
      ['Owner among the directors', 'Folasade Ogunleye', 'Tunde Bakare, Ngozi Eze', 'Directors', 'Differs'],
      [
        'Name of the settlement account',
        'Adire & Indigo Textiles Ltd',
        'ADIRE INDIGO SETTLEMENT',
        'Settlement account',
        'Differs',
      ],
    ])
  })

  it('EVIDENCE-01 marks unknown data as not comparable', async () => {
    await openKyc(
      { owner: null, ownerDetails: null },
      answer(contract.merchants.bvnInfo, () => ({ bvnInfo: null })),
      answer(contract.merchants.directors, () => ({ directors: [] })),
      answer(contract.merchants.settlementAccount, () => ({ settlementAccount: null })),
    )
    const verdicts = (await rows()).map((row) => row.at(-1))
    expect(verdicts).toEqual(['Cannot be compared', 'Cannot be compared', 'Cannot be compared'])
  })

  it('EVIDENCE-01 hides the evidence after the KYC decision', async () => {
    await openKyc({ verified: 'ACCEPTED' })
    expect(screen.queryByRole('region', { name: 'Evidence' })).toBeNull()
  })
})

describe('Approve dialog', () => {
  async function openApprove(...handlers: HttpHandler[]) {
    const opened = await openKyc({}, ...handlers)
    await opened.user.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve merchant' })
    return { ...opened, dialog }
  }

  it('PANEL-19 asks for confirmation, naming the merchant and the mode', async () => {
    const { dialog } = await openApprove()
    expect(within(dialog).getByText('Are you sure you want to approve this merchant?')).toBeDefined()
    expect(within(dialog).getByText('Adire & Indigo Textiles Ltd')).toBeDefined()
    expect(within(dialog).getByText('Live mode')).toBeDefined()
  })

  it('PANEL-21 requires no reason and sends none when it is empty', async () => {
    const { user, dialog, server } = await openApprove()
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Merchant approved')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button('Approve')).toBeNull())
  })

  it('keeps its reason while a part of the page that failed is loaded again', async () => {
    const { user, dialog } = await openApprove(refuse(contract.merchants.bvnInfo, 500, { message: 'Down' }))
    await user.type(within(dialog).getByRole('textbox'), 'All papers seen')
    let asked = 0
    apiServer.use(
      answer(contract.merchants.bvnInfo, () => {
        asked += 1
        return new Promise(() => {})
      }),
    )
    returnToWindow()
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('All papers seen')
    expect(screen.getByRole('dialog', { name: 'Approve merchant' })).toBe(dialog)
  })

  it('PANEL-20 shows Approving..., ignores a second click while sending and sends the reason', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const bodies: unknown[] = []
    const { user, dialog, server } = await openApprove(
      answer(contract.merchants.approve, async ({ body }) => {
        bodies.push(body)
        await released
        return {}
      }),
    )
    await user.type(within(dialog).getByRole('textbox'), '  All papers seen ')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    const busy = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Approving...' })
    expect(busy.disabled).toBe(true)
    await waitFor(() => expect(bodies).toEqual([{ merchantId: server.merchant.id, reason: 'All papers seen' }]))
    await user.click(busy)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBe(dialog)
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toHaveLength(1)
  })

  it('EVIDENCE-02 warns on page and in dialog when the owner is on the watch list and requires a reason', async () => {
    const { user, dialog, server } = await openApprove(
      answer(contract.merchants.bvnInfo, () => ({ bvnInfo: bvnInfo && { ...bvnInfo, watchListed: true } })),
    )
    const warning = "The owner's BVN is on the watch list. You must give a reason to approve this merchant."
    expect(within(dialog).getByRole('alert').textContent).toBe(warning)
    expect(screen.getAllByText(warning)).toHaveLength(2)
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await within(dialog).findByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Another person')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(server.sent).toEqual([{ merchantId: server.merchant.id, reason: 'Another person' }]))
  })

  it('EVIDENCE-03 links to the next request after a decision', async () => {
    const { user, dialog } = await openApprove(
      answer(contract.merchants.list, ({ query }) => {
        expect(String(query)).toBe('page=1&size=1&verified=SUBMITTED&sort=oldest')
        const next = aMerchantRow({ id: 'the-next' })
        return { totalRecords: 23, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 23, merchants: [next] }
      }),
    )
    expect(screen.queryByRole('link', { name: /^Next request/ })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    const next = await screen.findByRole('link', { name: 'Next request (23 pending)' })
    expect(next.getAttribute('href')).toBe(paths.merchant('the-next'))
  })

  it('EVIDENCE-03 starts the review of the next request, or of another when a colleague was faster', async () => {
    const waiting = ['taken', 'free']
    const reviewed: unknown[] = []
    const { user, dialog } = await openApprove(
      answer(contract.merchants.list, () => {
        const merchants = waiting.slice(0, 1).map((id) => aMerchantRow({ id }))
        return { totalRecords: waiting.length, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 2, merchants }
      }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    apiServer.use(
      http.post(`/api${contract.merchants.startReview.path}`, async ({ request }) => {
        reviewed.push(await request.json())
        const isTaken = reviewed.length === 1
        if (isTaken) waiting.shift()
        return isTaken
          ? HttpResponse.json({ status: false, message: 'Bola Ade is already reviewing' }, { status: 409 })
          : HttpResponse.json({ status: true, message: 'You are now reviewing', data: {} })
      }),
    )
    await user.click(await screen.findByRole('link', { name: 'Next request (2 pending)' }))
    expect(await screen.findByText('Bola Ade is already reviewing')).toBeDefined()
    await user.click(await screen.findByRole('link', { name: 'Next request (1 pending)' }))
    await waitFor(() => expect(window.location.pathname).toBe(paths.merchant('free')))
    expect(reviewed).toEqual([{ merchantId: 'taken' }, { merchantId: 'free' }])
  })

  it('EVIDENCE-03 reports that no other requests are pending', async () => {
    const { user, dialog } = await openApprove(
      answer(contract.merchants.list, () => ({
        totalRecords: 0,
        totalVerifiedMerchants: 1,
        totalNonVerifiedMerchants: 0,
        merchants: [],
      })),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('No other pending requests')).toBeDefined()
  })

  it('EVIDENCE-07 offers the decision next to the last document and then links to the next request', async () => {
    const bvn = { ...bvnInfo, watchListed: true }
    const { user, server } = await openKyc(
      {},
      answer(contract.merchants.bvnInfo, () => ({ bvnInfo: bvn })),
      answer(contract.merchants.list, () => {
        const merchants = [aMerchantRow({ id: 'the-next' })]
        return { totalRecords: 23, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 23, merchants }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'View identity of Tunde Bakare' }))
    const viewer = within(await screen.findByRole('dialog'))
    expect(viewer.getByText('5 of 5')).toBeDefined()
    await user.click(viewer.getByRole('button', { name: 'Previous document' }))
    expect(viewer.queryByRole('button', { name: 'Approve' })).toBeNull()
    await user.click(viewer.getByRole('button', { name: 'Next document' }))
    await user.click(viewer.getByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve merchant' }))
    expect(dialog.getByText(/is on the watch list/)).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Approve merchant' })).toBeNull())
    expect(viewer.getByText('5 of 5')).toBeDefined()
    await user.click(viewer.getByRole('button', { name: 'Decline' }))
    const decline = within(await screen.findByRole('dialog', { name: 'Decline merchant' }))
    await user.type(decline.getByRole('textbox', { name: 'Reason' }), 'Another person')
    await user.click(decline.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(server.sent).toEqual([{ merchantId: server.merchant.id, reason: 'Another person' }]))
    await viewer.findByRole('link', { name: 'Next request (23 pending)' })
    await user.click(viewer.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('link', { name: 'Next request (23 pending)' })).toBeDefined()
  })

  it('returns the focus to the button that opened the dialog', async () => {
    const { user } = await openApprove()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button('Approve'))
  })

  it('keeps the dialog and the reason when the call fails', async () => {
    const { user, dialog } = await openApprove(
      refuse(contract.merchants.approve, 422, { message: 'The BVN record is missing' }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'All papers seen')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The BVN record is missing')).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('All papers seen')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(false)
  })

  it('shows the server error of the reason at its field', async () => {
    const { user, dialog } = await openApprove(
      refuse(contract.merchants.approve, 400, { message: 'Bad input', fields: { reason: 'The reason is not clear' } }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await within(dialog).findByText('The reason is not clear')).toBeDefined()
  })

  it('shows the current status when another operator decided first', async () => {
    const { user, dialog, server } = await openApprove(
      refuse(contract.merchants.approve, 409, { message: 'Bola Ade has declined this merchant already' }),
    )
    server.merchant = { ...server.merchant, verified: 'REJECTED' }
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Bola Ade has declined this merchant already')).toBeDefined()
    expect(await screen.findByText('Rejected')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('Approve')).toBeNull()
  })

  it('PANEL-27 keeps the typed reason and names the operator who decided first', async () => {
    const { user, dialog, server } = await openApprove(
      refuse(contract.merchants.approve, 409, { message: 'Bola Ade has declined this merchant already' }),
    )
    const decision = { staffName: 'Bola Ade', decidedAt: '2026-11-20T13:32:00Z', reason: 'Forged' }
    server.merchant = { ...server.merchant, verified: 'REJECTED', decision }
    await user.type(within(dialog).getByRole('textbox'), 'Seen at the registry')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await within(dialog).findByText('Bola Ade rejected this in the meantime.')).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Seen at the registry')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true)
    expect(within(dialog).getByRole('button', { name: 'Copy your input' })).toBeDefined()
  })
})

describe('Email to the merchant', () => {
  const addresses = 'Email to the merchant: accounts@adire.ng, and to its owner: folasade@adire.ng, and by webhook'

  async function openDialog(action: 'Approve' | 'Decline', ...handlers: HttpHandler[]) {
    const opened = await openKyc({}, ...handlers)
    await opened.user.click(screen.getByRole('button', { name: action }))
    const dialog = within(await screen.findByRole('dialog', { name: `${action} merchant` }))
    return { ...opened, dialog }
  }

  it('is shown before an approval, without the reason', async () => {
    const { user, dialog } = await openDialog('Approve')
    await user.type(dialog.getByRole('textbox', { description: 'The merchant is notified without this reason' }), 'Ok')
    await user.click(await dialog.findByText(addresses))
    const name = 'Adire & Indigo Textiles Ltd'
    expect(dialog.getByText(kycApprovalNotice(name).subject)).toBeDefined()
    expect(dialog.getByText(/^Hello/).textContent).toBe(kycApprovalNotice(name).text)
  })

  it('is shown before a refusal, with the reason as it is typed', async () => {
    const { user, dialog } = await openDialog('Decline')
    await user.click(await dialog.findByText(addresses))
    expect(dialog.getByText(/^Hello/).textContent).toContain('(your reason)')
    const field = dialog.getByRole('textbox', { description: 'The merchant is notified and receives this reason' })
    await user.type(field, ' Forged papers ')
    const written = kycDeclineNotice('Adire & Indigo Textiles Ltd', 'Forged papers')
    expect(dialog.getByText(/^Hello/).textContent).toBe(written.text)
  })

  it('leaves the decision possible when its addresses could not be fetched', async () => {
    const { user, dialog, server } = await openDialog(
      'Approve',
      refuse(contract.decisions.recipients, 500, { message: 'Broken' }),
    )
    expect(await dialog.findByText('Error Fetching Details')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(server.sent).toEqual([{ merchantId: server.merchant.id }]))
  })

  it('says that nobody can be notified', async () => {
    const unknown = { businessName: 'Adire', email: null, ownerEmail: null, hasWebhook: false }
    const { dialog } = await openDialog(
      'Approve',
      answer(contract.decisions.recipients, () => unknown),
    )
    expect(await dialog.findByText(/^The merchant cannot be notified/)).toBeDefined()
  })

  it('is not promised on a server that does not send it', async () => {
    withoutAdditions()
    const { dialog } = await openDialog('Decline')
    expect(dialog.queryByText(/notified|Email to/)).toBeNull()
  })
})

describe('Decline dialog', () => {
  async function openDecline(...handlers: HttpHandler[]) {
    const opened = await openKyc({}, ...handlers)
    await opened.user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decline merchant' })
    return { ...opened, dialog }
  }

  it('VALID-25 rejects an empty reason and sends nothing', async () => {
    const { user, dialog, server } = await openDecline()
    expect(within(dialog).getByText('Are you sure you want to decline this merchant?')).toBeDefined()
    await user.type(within(dialog).getByRole('textbox'), '   ')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(within(dialog).getByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
    await user.type(within(dialog).getByRole('textbox'), 'x')
    expect(within(dialog).queryByText('Reason is required')).toBeNull()
  })

  it('PANEL-20 shows Declining... while sending and sends merchant and reason', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const bodies: unknown[] = []
    const { user, dialog, server } = await openDecline(
      answer(contract.merchants.decline, async ({ body }) => {
        bodies.push(body)
        await released
        return {}
      }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'Forged papers')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Declining...' }).disabled).toBe(true)
    await waitFor(() => expect(bodies).toEqual([{ merchantId: server.merchant.id, reason: 'Forged papers' }]))
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('PANEL-22 refetches, closes and resets the dialog after a decline', async () => {
    const { user, dialog, server } = await openDecline()
    await user.type(within(dialog).getByRole('textbox'), 'Forged papers')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('Merchant declined')).toBeDefined()
    expect(await screen.findByText('Rejected')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.reads).toBe(2)
  })

  it('PANEL-22 refetches, closes and resets the dialog after a failure, whose message remains', async () => {
    const { user, dialog, server } = await openDecline(
      refuse(contract.merchants.decline, 500, { message: 'The database is away' }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'Forged papers')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('The database is away')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(server.reads).toBe(2))
    expect(screen.getByText('The database is away')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const reopened = await screen.findByRole('dialog', { name: 'Decline merchant' })
    expect(within(reopened).getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  })
})
