import { describe, expect, it } from 'vitest'
import { pageWindow, showing } from './pagination.tsx'

describe('LIST-08 CONST-03 page links', () => {
  it.each([
    [1, 25, [1, 2, 3]],
    [2, 25, [1, 2, 3]],
    [3, 25, [2, 3, 4]],
    [24, 25, [23, 24, 25]],
    [25, 25, [23, 24, 25]],
    [2, 2, [1, 2]],
    [1, 1, [1]],
    [99, 3, [1, 2, 3]],
  ])('shows the links of page %i of %i', (page, pages, links) => {
    expect(pageWindow(page, pages)).toEqual(links)
  })
})

it('LIST-09 shows the range of rows and their total', () => {
  expect(showing(2, 100, 100, 250)).toBe('Showing 101 to 200 of 250')
  expect(showing(3, 100, 50, 250)).toBe('Showing 201 to 250 of 250')
  expect(showing(1, 100, 0, 0)).toBe('Showing 0 to 0 of 0')
  expect(showing(1, 1000, 1000, 12_500)).toBe('Showing 1 to 1,000 of 12,500')
})

it('FIND-33 shows that more rows match than were counted', () => {
  expect(showing(1, 100, 100, 1_000, true)).toBe('Showing 1 to 100 of 1,000+')
})
