import { expect, it } from 'vitest'
import { parsePaletteQuery, recognisedText } from './parse-palette-query.ts'

it.each([
  ['25000', { minAmount: '25000', maxAmount: '25000' }],
  ['₦25,000.50', { minAmount: '25000.5', maxAmount: '25000.5' }],
  ['NGN 25,000', { minAmount: '25000', maxAmount: '25000' }],
  ['n1234567890', { minAmount: '1234567890', maxAmount: '1234567890' }],
  ['1234567890', { accountNumber: '1234567890' }],
  ['25,000 0123456789', { minAmount: '25000', maxAmount: '25000', accountNumber: '0123456789' }],
  ['60 000', { minAmount: '60000', maxAmount: '60000' }],
  ['₦ 1 250 000.50 ade', { minAmount: '1250000.5', maxAmount: '1250000.5', accountName: 'ade' }],
  ['0123 456-789', { accountNumber: '0123456789' }],
  ['500 25,000', { minAmount: '500', maxAmount: '25000' }],
  ['000014261123093000123456789012', { sessionId: '000014261123093000123456789012' }],
  ['KBO-26112014320511-7Q2F', { reference: 'KBO-26112014320511-7Q2F' }],
  ['0123', { reference: '0123' }],
  ['22123456789', {}],
  ['08035550142', {}],
  ['0803 555 0142', {}],
  ['0803-555-0142', {}],
  ['(0803) 555-0142', {}],
  ['+2348035550142', {}],
  ['+234 803 555 0142', {}],
  ['+234 (0) 803 555 0142', {}],
  ['2348035550142', {}],
  ['234 803 555 0142', {}],
  ['+44 20 7946 0958', {}],
  ['221 2345 6789', {}],
  ['0803 555 0142 25,000', { minAmount: '25000', maxAmount: '25000' }],
  ['Folasade +234 803 555 0142', { accountName: 'Folasade' }],
  ['250000 50000', { minAmount: '50000', maxAmount: '250000' }],
  ['0123456789 5', { minAmount: '5', maxAmount: '5', accountNumber: '0123456789' }],
  ['₦99,000,000,000', { reference: '₦99,000,000,000' }],
  [' Folasade  Ogunleye ', { accountName: 'Folasade Ogunleye' }],
  ['Folasade 25,000', { minAmount: '25000', maxAmount: '25000', accountName: 'Folasade' }],
  ['OKAFOR CHIDI EMEKA', { accountName: 'OKAFOR CHIDI EMEKA' }],
  ['OKAFOR, CHIDI E. (0123456789)', { accountName: 'OKAFOR, CHIDI E.', accountNumber: '0123456789' }],
  ['Adire & Indigo Textiles Ltd.', { accountName: 'Adire & Indigo Textiles Ltd.' }],
  ['Adire24 Textiles Ltd', { accountName: 'Adire24 Textiles Ltd' }],
  ['Folasade KBO-2611-7Q2F', { reference: 'KBO-2611-7Q2F', accountName: 'Folasade' }],
  ['https://pay.kobo.test/l/Ab12Cd', {}],
  ['http://localhost:4320/pay/checkouts/5d0c?x=1', {}],
  ['www.kobo.test/l/Ab12Cd', {}],
  ['pay.kobo.test/l/Ab12Cd 25,000', { minAmount: '25000', maxAmount: '25000' }],
  ['localhost:4320/pay/l/Ab12Cd', {}],
  ['x'.repeat(101), {}],
  ['', {}],
])('FIND-23 parses the query “%s”', (text, found) => {
  expect(parsePaletteQuery(text)).toEqual(found)
})

it('FIND-23 describes what was parsed from the query', () => {
  expect(recognisedText(parsePaletteQuery('25,000 0123456789'))).toBe('Amount ₦25,000.00, account number 0123456789')
  expect(recognisedText(parsePaletteQuery('500 25,000 ade'))).toBe('Amount ₦500.00 to ₦25,000.00, account name ade')
})
