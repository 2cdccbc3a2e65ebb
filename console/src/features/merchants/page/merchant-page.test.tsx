import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { aMerchant, bareMerchant } from '../../../testing/a-merchant.ts'
import { merchantServer } from '../../../testing/merchant-server.ts'

/** Opens the merchant's page; `handlers` take precedence over the defaults. */
async function openMerchant(merchant: Merchant = aMerchant(), handlers: HttpHandler[] = []) {
  const opened = renderConsole(paths.merchant(merchant.id), [...handlers, ...merchantServer(() => merchant)])
  await screen.findByRole('heading', { level: 1, name: merchant.businessName })
  // The lower sections follow when the upper ones are painted.
  await screen.findByRole('region', { name: 'Settlement account' })
  return opened
}

const section = (name: string) => screen.getByRole('region', { name })

/** Returns the value next to a label. */
function value(container: HTMLElement, label: string): HTMLElement {
  const shown = within(container).getByText(label, { selector: 'dt' }).nextElementSibling
  if (!(shown instanceof HTMLElement)) throw new Error(`${label} has no value`)
  return shown
}

describe('Merchant page', () => {
  it('MDETAIL-01 MDETAIL-33 shows its sections in order, the settlement account after the directors', async () => {
    await openMerchant()
    await screen.findByText('Tunde')
    const main = screen.getByRole('heading', { level: 1 }).closest('main')
    if (!main) throw new Error('The page is not inside main')
    const tabs = within(main).getByRole('tablist')
    const regions = within(main)
      .getAllByRole('region')
      .filter((region) => !region.closest('[role="tabpanel"]'))
    for (const region of regions) {
      expect(region.compareDocumentPosition(tabs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
    expect(regions.map((region) => region.getAttribute('aria-label') ?? headingOf(region))).toEqual([
      'Account and balance',
      'Profit',
      'Merchant flags',
      'BVN details',
      'Personal details',
      'KYC completion stages',
      'Business details',
      'Documentation',
      'Consent form',
      "Director's information",
      'Settlement account',
      'Enabled services',
    ])
    const [first] = regions
    const heading = screen.getByRole('heading', { level: 1 })
    expect(first && heading.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('MDETAIL-02 shows the initial of the business name if there is no logo', async () => {
    await openMerchant(aMerchant({ businessName: 'danfo Express' }))
    expect(screen.getByText('D', { selector: 'header *' })).toBeDefined()
    expect(screen.queryByRole('img', { name: /Logo/ })).toBeNull()
  })

  it('MDETAIL-03 shows the business name and the merchant ID with a copy button', async () => {
    const { user } = await openMerchant()
    expect(screen.getByRole('heading', { level: 1, name: 'Adire & Indigo Textiles Ltd' })).toBeDefined()
    expect(screen.getByText('01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Copy merchant ID' }))
    expect(await screen.findByText('Merchant ID copied successfully')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1')
  })

  it('MDETAIL-04 hides the account and balance of an inactive merchant', async () => {
    await openMerchant(aMerchant({ status: 'INACTIVE' }))
    expect(section('Merchant flags')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Account and balance' })).toBeNull()
    expect(screen.queryByText('9013345526')).toBeNull()
  })

  it('MDETAIL-05 shows account number, account name, bank and both balances', async () => {
    await openMerchant()
    const panel = section('Account and balance')
    for (const text of ['9013345526', 'Adire & Indigo Textiles Ltd, Providus Bank']) {
      expect(within(panel).getByText(text)).toBeDefined()
    }
    expect(value(panel, 'Available balance').textContent).toBe('₦4,812,309.50')
    expect(value(panel, 'Book balance').textContent).toBe('₦4,872,413.25')
    expect(within(panel).getByText('₦60,103.75').parentElement?.textContent).toBe('₦60,103.75 on hold')
  })

  it('SHELL-07 shows every balance in naira with two decimals', async () => {
    const account = { accountNumber: '9013345526', accountName: 'Adire', bankName: 'Providus Bank' }
    await openMerchant(aMerchant({ wallet: { ...account, availableBalance: 4_812_309, bookedBalance: 4_812_309.5 } }))
    const amounts = within(section('Account and balance')).getAllByText(/\d[,.]\d/)
    expect(amounts.map((amount) => amount.textContent)).toEqual(['₦4,812,309.00', '₦4,812,309.50', '₦0.50'])
  })

  it('MDETAIL-06 copies the account number and confirms it', async () => {
    const { user } = await openMerchant()
    await user.click(screen.getByRole('button', { name: 'Copy account number' }))
    expect(await screen.findByText('Account number copied successfully')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('9013345526')
  })

  it('MDETAIL-18 MDETAIL-19 shows the BVN record and masks the last seven characters even if the server sends them', async () => {
    await openMerchant()
    const bvn = section('BVN details')
    expect(await within(bvn).findByText('2212*******')).toBeDefined()
    expect(value(bvn, 'Date of birth').textContent).toBe('14-03-1986')
    expect(value(bvn, 'First name').textContent).toBe('Folasade')
    expect(value(bvn, 'Middle name').textContent).toBe('Abike')
    expect(value(bvn, 'Last name').textContent).toBe('Ogunleye')
    expect(value(bvn, 'Registration date').textContent).toBe('02-08-2016')
    expect(value(bvn, 'Watch-listed').textContent).toBe('No')
    expect(document.body.textContent).not.toContain('22123456789')
  })

  it('MDETAIL-20 MDETAIL-21 shows the owner with a masked identity number', async () => {
    await openMerchant()
    const owner = section('Personal details')
    expect(value(owner, 'Owner').textContent).toBe('Folasade Ogunleye')
    expect(value(owner, 'Email').textContent).toBe('folasade@adireindigo.ng')
    expect(value(owner, 'Phone number').textContent).toBe('+234 803 555 0142')
    expect(value(owner, 'Date of birth').textContent).toBe('14-03-1986')
    expect(value(owner, 'Identity type').textContent).toBe('NIN')
    expect(value(owner, 'Identity number').textContent).toBe('7041*******')
    expect(within(value(owner, 'Identity document')).getByRole('button')).toBeDefined()
    expect(document.body.textContent).not.toContain('70412345678')
  })

  it('CONST-12 shows the Nigerian flag next to the phone number', async () => {
    await openMerchant()
    expect(
      within(value(section('Personal details'), 'Phone number')).getByRole('img', { name: 'Nigeria' }),
    ).toBeDefined()
  })

  it('MDETAIL-22 lists the completed KYC stages by their raw names', async () => {
    await openMerchant()
    const stages = section('KYC completion stages')
    expect(
      within(stages)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['BASIC_DETAILS', 'CONTACT_DETAILS', 'BUSINESS_OWNER', 'Collections'])
    expect(within(stages).getByText('4 completed')).toBeDefined()
  })

  it('MDETAIL-24 shows the business details', async () => {
    await openMerchant()
    const business = section('Business details')
    expect(value(business, 'Registration number').textContent).toBe('RC 1849203')
    expect(value(business, 'Address').textContent).toBe('14 Itoku Market Road')
    expect(value(business, 'Business type').textContent).toBe('Registered')
    expect(value(business, 'Business category').textContent).toBe('Fashion and textiles')
    expect(value(business, 'City').textContent).toBe('Abeokuta')
    expect(value(business, 'Country').textContent).toBe('Nigeria')
  })

  it('MDETAIL-25 MDETAIL-26 offers every registration document and the consent form by a readable name', async () => {
    await openMerchant()
    const names = (container: HTMLElement) =>
      within(container)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(names(section('Documentation'))).toEqual([
      'Certificate of incorporation.pdfView',
      'CAC status report.pdfView',
    ])
    expect(names(section('Consent form'))).toEqual(['Consent form.pdfView'])
  })

  it('MDETAIL-27 lists the directors with masked BVNs', async () => {
    await openMerchant()
    const row = (await within(section("Director's information")).findByText('Tunde')).closest('tr')
    expect(row?.textContent).toBe('TundeBakare2229*******30-01-1979View')
    expect(screen.getByText('Ngozi').closest('tr')?.textContent).toBe('NgoziEze___')
  })

  it('MDETAIL-29 lists the enabled services by name', async () => {
    await openMerchant()
    const services = within(section('Enabled services')).getAllByRole('listitem')
    expect(services.map((item) => item.textContent)).toEqual(['Collections', 'Bills Payment'])
  })

  it('MDETAIL-32 MDETAIL-33 fetches and shows the settlement account', async () => {
    await openMerchant()
    const settlement = section('Settlement account')
    await waitFor(() => expect(value(settlement, 'Bank name').textContent).toBe('Zenith Bank'))
    expect(value(settlement, 'Account number').textContent).toBe('0123456785')
    expect(value(settlement, 'Account name').textContent).toBe('ADIRE INDIGO SETTLEMENT')
  })
})

describe('Loading state', () => {
  it('shows the data of the list until the merchant has loaded', async () => {
    const { id, businessName } = aMerchant()
    const row = { id, businessName, createdAt: '2026-11-20T13:32:00.000Z', email: 'a@b.ng', totalWallets: 2 }
    const merchants = [{ ...row, verified: 'SUBMITTED', status: 'ACTIVE' }]
    const { user } = renderConsole(paths.merchants(), [
      answer(contract.merchants.list, () => ({
        totalRecords: 1,
        totalVerifiedMerchants: 0,
        totalNonVerifiedMerchants: 1,
        merchants,
      })),
      answer(contract.merchants.info, () => new Promise(() => {})),
      ...merchantServer(() => aMerchant()),
    ])
    await user.click(await screen.findByText(businessName))
    const heading = await screen.findByRole('heading', { level: 1, name: businessName })
    expect(heading.nextElementSibling?.textContent).toBe('Submitted')
    expect(screen.getByText('Created 20-11-2026 14:32')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

describe('Merchant with missing data', () => {
  it('CONST-11 shows _ for every empty value', async () => {
    await openMerchant(bareMerchant, [
      answer(contract.merchants.bvnInfo, () => ({ bvnInfo: null })),
      answer(contract.merchants.settlementAccount, () => ({ settlementAccount: null })),
    ])
    await waitFor(() => expect(value(section('Settlement account'), 'Bank name').textContent).toBe('_'))
    await waitFor(() => expect(value(section('BVN details'), 'BVN').textContent).toBe('_'))
    for (const name of ['BVN details', 'Personal details', 'Business details', 'Settlement account']) {
      const values = [...section(name).querySelectorAll('dd')].map((shown) => shown.textContent)
      expect(values, name).toEqual(values.map(() => '_'))
    }
    expect(within(section('Documentation')).getByText('No documents submitted')).toBeDefined()
    expect(within(section('Consent form')).getByText('_')).toBeDefined()
  })

  it('MDETAIL-23 MDETAIL-30 ERR-12 shows the empty states of stages and services', async () => {
    await openMerchant(bareMerchant)
    expect(within(section('KYC completion stages')).getByText('No KYC COMPLETED')).toBeDefined()
    expect(within(section('Enabled services')).getByText('No Service Selected')).toBeDefined()
  })

  const noDirectors = answer(contract.merchants.directors, () => ({ directors: [] }))

  it('MDETAIL-28 ERR-12 shows that a registered business without directors is not approved yet', async () => {
    await openMerchant(aMerchant(), [noDirectors])
    expect(await within(section("Director's information")).findByText('Merchant not Approved yet')).toBeDefined()
  })

  it('hides the directors section for a business of another type without directors', async () => {
    await openMerchant(aMerchant({ businessType: 'UNREGISTERED' }), [noDirectors])
    await screen.findByText('Zenith Bank')
    expect(screen.queryByRole('region', { name: "Director's information" })).toBeNull()
  })

  it('lists the directors of a business of another type if it has any', async () => {
    await openMerchant(aMerchant({ businessType: 'UNREGISTERED' }))
    expect(await screen.findByText('Tunde')).toBeDefined()
  })

  it('works with a server that omits KYC status, date and review', async () => {
    await openMerchant(aMerchant({ verified: undefined, createdAt: undefined, review: undefined, decision: undefined }))
    expect(screen.queryByText(/^Created/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})

describe('Error states', () => {
  const broken = { message: 'The database is away' }

  it('ERR-07 shows an error and refetches the details on demand', async () => {
    const merchant = aMerchant()
    const { user } = renderConsole(paths.merchant(merchant.id), [
      refuse(contract.merchants.info, 503, broken),
      ...merchantServer(() => merchant),
    ])
    expect(await screen.findByText('Error Fetching Details')).toBeDefined()
    apiServer.use(...merchantServer(() => merchant))
    await user.click(screen.getByRole('button', { name: 'Refetch Details' }))
    expect(await screen.findByRole('heading', { level: 1, name: merchant.businessName })).toBeDefined()
  })

  it.each([
    ['BVN details', contract.merchants.bvnInfo],
    ["Director's information", contract.merchants.directors],
    ['Settlement account', contract.merchants.settlementAccount],
  ])('ERR-07 keeps the page when only %s failed', async (name, call) => {
    await openMerchant(aMerchant(), [refuse(call, 500, broken)])
    const part = section(name)
    expect(await within(part).findByText('Error Fetching Details')).toBeDefined()
    expect(within(part).getByRole('button', { name: 'Refetch Details' })).toBeDefined()
    expect(screen.getAllByText('Error Fetching Details')).toHaveLength(1)
  })

  it('reports a merchant that does not exist in this mode and links back to the list', async () => {
    const { list, info, bvnInfo, directors, settlementAccount } = contract.merchants
    const { merchantList: merchantTransactions, analytics, series } = contract.transactions
    const { user, router } = renderConsole(
      paths.merchant('nobody'),
      [
        answer(list, () => ({
          totalRecords: 0,
          totalVerifiedMerchants: 0,
          totalNonVerifiedMerchants: 0,
          merchants: [],
        })),
        ...[info, bvnInfo, directors, settlementAccount, merchantTransactions, analytics, series].map((call) =>
          refuse(call, 404, { message: 'This merchant does not exist', code: 'not_found' }),
        ),
      ],
      { mode: 'SANDBOX' },
    )
    expect(await screen.findByText('This merchant does not exist in Test mode')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Back to merchants' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/merchants'))
  })
})

function headingOf(region: HTMLElement): string | null {
  return within(region).getByRole('heading').textContent
}
