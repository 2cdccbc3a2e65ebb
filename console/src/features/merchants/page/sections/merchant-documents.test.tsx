import type { Merchant } from '@kobo/contract/merchants'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../../../paths.ts'
import { apiServer } from '../../../../testing/api-server.ts'
import { renderConsole } from '../../../../testing/render-console.tsx'
import { aMerchant } from '../../../../testing/a-merchant.ts'
import { merchantServer } from '../../../../testing/merchant-server.ts'

/** Object URLs with their blobs; jsdom does not implement them. */
const blobs = new Map<string, Blob>()

beforeEach(() => {
  blobs.clear()
  let count = 0
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(file: Blob) {
        count += 1
        blobs.set(`blob:${count}`, file)
        return `blob:${count}`
      }
      static override revokeObjectURL(address: string) {
        blobs.delete(address)
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

const file = (address: string, type: string, status = 200) =>
  http.get(address, () => new HttpResponse('content', { status, headers: { 'content-type': type } }))

async function openMerchant(merchant: Merchant = aMerchant()) {
  const opened = renderConsole(
    paths.merchant(merchant.id),
    merchantServer(() => merchant),
  )
  await screen.findByRole('heading', { level: 1, name: merchant.businessName })
  // The content of a tab follows the header of its page.
  await screen.findByRole('region', { name: 'Consent form' })
  return opened
}

const certificate = 'https://files.test/1/Certificate%20of%20incorporation.pdf'

describe('Merchant documents', () => {
  it('MDETAIL-25 shows a PDF in a dialog with a download and releases it on closing', async () => {
    apiServer.use(file(certificate, 'application/pdf'))
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'View Certificate of incorporation.pdf' }))
    const dialog = await screen.findByRole('dialog', { name: 'Certificate of incorporation.pdf' })
    const shown = await within(dialog).findByTitle('Certificate of incorporation.pdf')
    expect(shown.getAttribute('src')).toMatch(/^blob:/)
    const download = within(dialog).getByRole<HTMLAnchorElement>('link', { name: 'Download document' })
    expect(download.getAttribute('href')).toBe(shown.getAttribute('src'))
    expect(download.download).toBe('Certificate of incorporation.pdf')
    expect(blobs.size).toBe(1)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(blobs.size).toBe(0)
  })

  it('MDETAIL-21 shows the identity document as an image', async () => {
    apiServer.use(file('https://files.test/identity/National%20ID.png', 'image/png'))
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'View identity document' }))
    const image = await screen.findByRole('img', { name: 'National ID.png' })
    expect(image.getAttribute('src')).toMatch(/^blob:/)
  })

  it('EVIDENCE-05 pages through all documents of the merchant and names the current one', async () => {
    apiServer.use(
      file('https://files.test/identity/National%20ID.png', 'image/png'),
      file(certificate, 'application/pdf'),
      file('https://files.test/2/CAC%20status%20report.pdf', 'application/pdf'),
    )
    const { user } = await openMerchant()
    await screen.findByRole('button', { name: 'View identity of Tunde Bakare' })
    await user.click(screen.getByRole('button', { name: 'View Certificate of incorporation.pdf' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('2 of 5')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Next document' }))
    await dialog.findByTitle('CAC status report.pdf')
    expect(dialog.getByText('3 of 5')).toBeDefined()
    expect(dialog.queryByTitle('Certificate of incorporation.pdf')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Previous document' }))
    await user.click(dialog.getByRole('button', { name: 'Previous document' }))
    await dialog.findByRole('img', { name: 'National ID.png' })
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Previous document' }).disabled).toBe(true)
  })

  it('MDETAIL-26 MDETAIL-27 opens the consent form and the identity document of a director', async () => {
    apiServer.use(file('https://files.test/3/Consent%20form.pdf', 'application/pdf'))
    apiServer.use(file('https://files.test/4/passport.png', 'image/png'))
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'View Consent form.pdf' }))
    expect(await screen.findByTitle('Consent form.pdf')).toBeDefined()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'View identity of Tunde Bakare' }))
    expect(await screen.findByRole('img', { name: 'passport.png' })).toBeDefined()
  })

  it('ERR-06 shows an error and retries on demand when a document could not be fetched', async () => {
    apiServer.use(file(certificate, 'text/plain', 500))
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'View Certificate of incorporation.pdf' }))
    expect(await screen.findByText('Error Fetching')).toBeDefined()
    apiServer.use(file(certificate, 'application/pdf'))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByTitle('Certificate of incorporation.pdf')).toBeDefined()
    expect(screen.queryByText('Error Fetching')).toBeNull()
  })

  it('refetches the merchant for a new URL when the old one has expired', async () => {
    const address = (signature: string) => `https://files.test/consent.pdf?signature=${signature}`
    let signature = 'old'
    const { id, businessName } = aMerchant()
    apiServer.use(
      http.get('https://files.test/consent.pdf', ({ request }) =>
        request.url === address('new')
          ? new HttpResponse('content', { headers: { 'content-type': 'application/pdf' } })
          : new HttpResponse(null, { status: 403 }),
      ),
    )
    const { user } = renderConsole(
      paths.merchant(id),
      merchantServer(() => aMerchant({ consentForm: address(signature) })),
    )
    await screen.findByRole('heading', { level: 1, name: businessName })
    await user.click(screen.getByRole('button', { name: 'View consent.pdf' }))
    await screen.findByText('Error Fetching')
    signature = 'new'
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByTitle('consent.pdf')).toBeDefined()
  })

  it.each(['text/html', 'application/zip'])('offers a file that is %s only as a download', async (type) => {
    apiServer.use(file(certificate, type))
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'View Certificate of incorporation.pdf' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/cannot be previewed/)).toBeDefined()
    expect(dialog.querySelector('iframe, img')).toBeNull()
    expect(within(dialog).getByRole('link', { name: 'Download document' })).toBeDefined()
  })

  it.each(['javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd'])(
    'never links to %s',
    async (address) => {
      const { user } = await openMerchant(aMerchant({ consentForm: address }))
      const section = screen.getByRole('region', { name: 'Consent form' })
      await user.click(within(section).getByRole('button', { name: /^View/ }))
      expect(await screen.findByText('This document has no valid URL.')).toBeDefined()
      expect(document.querySelector(`[href="${address}"], [src="${address}"]`)).toBeNull()
    },
  )
})

describe('Merchant logo', () => {
  it('MDETAIL-02 fetches and shows the logo', async () => {
    apiServer.use(file('https://files.test/logo.png', 'image/png'))
    await openMerchant(aMerchant({ logo: 'https://files.test/logo.png?signature=abc' }))
    const logo = await screen.findByRole('img', { name: 'Logo of Adire & Indigo Textiles Ltd' })
    expect(logo.getAttribute('src')).toMatch(/^blob:/)
  })

  it('MDETAIL-02 shows the initial when the logo cannot be fetched', async () => {
    let requestCount = 0
    apiServer.use(
      http.get('https://files.test/logo.png', () => {
        requestCount += 1
        return new HttpResponse(null, { status: 404 })
      }),
    )
    await openMerchant(aMerchant({ logo: 'https://files.test/logo.png' }))
    await waitFor(() => expect(requestCount).toBe(1))
    expect(screen.getByText('A', { selector: 'header *' })).toBeDefined()
    expect(screen.queryByRole('img', { name: /Logo/ })).toBeNull()
  })
})
