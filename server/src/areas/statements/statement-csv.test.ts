import { expect, it } from 'vitest'
import { csvFoot, csvHead, csvLines } from './statement-csv.ts'

const head = {
  businessName: 'Adire & Co',
  accountNumber: '0100000802',
  bankName: 'Kobo',
  startDay: '2026-11-01',
  endDay: '2026-11-20',
  openingKobo: -5n,
  closingKobo: -1_688n,
  credits: { count: 0, kobo: 0n },
  debits: { count: 1, kobo: 1_683n },
}

it('STMT-09 writes a negative balance as a number and a formula-like description as text', () => {
  const movement = { at: '2026-11-20T13:32:00Z', reference: 'r1', amountKobo: -1_683n, balanceKobo: -1_688n }
  const charges = { feeKobo: 0n, vatKobo: 0n, stampDutyKobo: 0n }
  const lines = csvHead(head) + csvLines([{ ...movement, ...charges, description: '=1+1' }]) + csvFoot(head)
  expect(lines.trim().split('\r\n').slice(1)).toEqual([
    ',Opening balance,,,,,,,-0.05',
    expect.stringMatching(/,'=1\+1,r1,16\.83,,0\.00,0\.00,0\.00,-16\.88$/),
    ',Closing balance,,,,,,,-16.88',
  ])
})
