import type { Business } from './businesses.ts'
import { pdf } from './pdf.ts'
import type { DemoFile } from './world.ts'

export interface Subject {
  business: Business
  owner: string
  address: string
  on: Date
}

const foot = 'Made for the demonstration of Kobo Console. Fictional; not a document of any registry.'

/** Registration documents of a business: three for a company, two for a business name. */
export function registrationPapers(subject: Subject): DemoFile[] {
  const { business, owner, address } = subject
  const number = business.registrationNumber ?? ''
  const company = number.startsWith('RC')
  const papers = [
    document(company ? 'Certificate of incorporation' : 'Certificate of registration', subject, [
      `This certifies that ${business.name}, number ${number}, is registered under the Companies and Allied Matters Act 2020.`,
      company ? 'The company is private and limited by shares.' : 'It is registered as a business name.',
    ]),
    document('CAC status report', subject, [
      `Name: ${business.name}`,
      `Number: ${number}`,
      `Line of business: ${business.category}`,
      `Registered address: ${address}, Nigeria`,
      'Status: ACTIVE. Annual returns filed to date.',
    ]),
  ]
  if (!company) return papers
  return [
    ...papers,
    document('Memorandum', subject, [
      `1. The name of the company is ${business.name}.`,
      '2. The registered office of the company is in Nigeria.',
      `3. The objects of the company are trade and services in the field of ${business.category.toLowerCase()}, and all that is incidental to them.`,
      '4. The liability of the members is limited by shares.',
      `5. We, whose names stand below, wish to be formed into a company: ${owner}.`,
    ]),
  ]
}

/** Consent by which a merchant allows the provider to query the national registers. */
export function consentForm(subject: Subject): DemoFile {
  const { business, owner } = subject
  return document('Consent form', subject, [
    `I, ${owner}, on behalf of ${business.name}, agree that the provider asks the national registers for the records of its owners and directors, and keeps the answers as long as the law requires.`,
    'This consent may be withdrawn in writing at any time; accounts are then closed in good order.',
    `Signed: ${owner}`,
  ])
}

function document(title: string, { business, on }: Subject, paragraphs: string[]): DemoFile {
  const date = on.toISOString().slice(0, 10).split('-').reverse().join('-')
  const bytes = pdf({ title, paragraphs: [business.name, `Date: ${date}`, ...paragraphs], foot })
  return { name: `${title}.pdf`, contentType: 'application/pdf', bytes }
}
