import { expect, it } from 'vitest'
import { csvCell } from './export-file.ts'

it.each(['-16.88', '-5', '+2348031234567', '+234 803 123 4567', '0022503600', '12.50', 'Ọlá', "O'Brien", 'a=1', ''])(
  'FILE-02 writes %j unchanged',
  (text) => {
    expect(csvCell(text)).toBe(text)
  },
)

it.each([
  '=1+1',
  '+1+1',
  '-2-3',
  '-1e9',
  '+cmd|x',
  '-',
  '+',
  '@me',
  '\tx',
  '\r=1',
  '-5\n=1',
  '＝1+1',
  '＋1',
  '－A1',
  '＠x',
])('FILE-02 escapes %j so that a spreadsheet does not evaluate it', (text) => {
  expect(csvCell(text)).toBe(`'${text}`)
})
