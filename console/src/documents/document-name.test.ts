import { expect, it } from 'vitest'
import { documentName } from './document-name.ts'

it.each([
  ['https://files.test/a/CAC%20status%20report.pdf?signature=x%2Fy', 'CAC status report.pdf'],
  ['/api/files/7/Consent.pdf', 'Consent.pdf'],
  ['https://files.test/a/b/', 'b'],
  ['https://files.test', 'Document'],
  ['https://files.test/100%25%E0%A4%A.pdf', '100%25%E0%A4%A.pdf'],
  ['not an address', 'not an address'],
])('MDETAIL-25 names the document %s as %s', (address, name) => {
  expect(documentName(address)).toBe(name)
})
