import { describe, expect, it } from 'vitest'
import { code, created, link, naira, status, text } from '../columns/columns.tsx'
import { fit } from './use-visible-columns.ts'
import { merchantTransaction } from '../status/statuses.ts'

interface Row {
  createdAt: string
  name: string
  amount: number
  status: string
}

const columns = [
  created<Row>(),
  text<Row>('Name', (row) => row.name, 190),
  code<Row>('Account number', (row) => row.name, 130),
  text<Row>('Bank name', (row) => row.name, 130),
  naira<Row>('Amount', (row) => row.amount),
  naira<Row>('Charges', (row) => row.amount, 110),
  status<Row>(merchantTransaction, 110),
  link<Row>('Action', 'Summary'),
]
const allTitles = columns.map(({ title }) => title)
/** Total width of the columns, and their width in the tight layout. */
const roomy = 1070
const tight = roomy - 12 * columns.length

const shown = (room: number, preferred: string[] = []) => {
  const { look, columns: visible } = fit(columns, preferred, room)
  return { look, titles: visible.map(({ title }) => title) }
}

describe('fit', () => {
  it('tightens the columns before hiding one', () => {
    expect(shown(roomy)).toEqual({ look: 'roomy', titles: allTitles })
    expect(shown(roomy - 1)).toEqual({ look: 'tight', titles: allTitles })
    expect(shown(tight)).toEqual({ look: 'tight', titles: allTitles })
  })

  it('hides columns from the last one on, keeping their order', () => {
    const without = (...hidden: string[]) => ({
      look: 'tight',
      titles: allTitles.filter((title) => !hidden.includes(title)),
    })
    expect(shown(tight - 1)).toEqual(without('Charges'))
    expect(shown(tight - 99)).toEqual(without('Charges', 'Bank name'))
    expect(shown(tight - 217)).toEqual(without('Charges', 'Bank name', 'Account number'))
  })

  it('keeps name, amount, status and action columns, and switches to cards when they do not fit', () => {
    const least = 160 + 190 + 140 + 110 + 100 - 5 * 12
    expect(shown(least).titles).toEqual(['Date created', 'Name', 'Amount', 'Status', 'Action'])
    expect(shown(least - 1)).toEqual({ look: 'cards', titles: allTitles })
  })

  it('hides columns that the operator selected after all others', () => {
    expect(shown(tight - 1, ['Charges']).titles).toEqual(allTitles.filter((title) => title !== 'Bank name'))
    expect(shown(tight - 217, ['Charges']).titles).toContain('Charges')
  })

  it('shows cards on a phone, even when two columns would fit', () => {
    expect(fit(columns.slice(0, 2), [], 340)).toEqual({ look: 'cards', columns: columns.slice(0, 2) })
  })

  it('follows a column’s own setting to stay or hide', () => {
    const [first, ...rest] = columns
    const adjusted = [...(first ? [{ ...first, stays: false }] : []), ...rest].map((column) =>
      column.title === 'Charges' ? { ...column, stays: true } : column,
    )
    const { columns: visible } = fit(adjusted, [], 600)
    expect(visible.map(({ title }) => title)).toEqual(['Name', 'Amount', 'Charges', 'Status', 'Action'])
  })
})
