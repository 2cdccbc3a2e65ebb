import { contract } from '@kobo/contract'
import { nairaReply } from '@kobo/contract/kit/naira'
import type { Page } from '@playwright/test'
import { z } from 'zod'

/** Widest realistic amount in a list: negative, and as large as the balances of all merchants together. */
const large = -356_640_907_123.45

const reads = new Map(
  Object.values(contract).flatMap((area) =>
    Object.values<{ method: string; path: string; reply: z.core.$ZodType }>(area).flatMap(({ method, path, reply }) =>
      method === 'GET' ? [[path, reply] as const] : [],
    ),
  ),
)

/** Replaces every amount in responses to this page with a large one; counts those replaced. */
export async function enlargeAmounts(page: Page): Promise<{ replaced: number }> {
  const count = { replaced: 0 }
  const enlarged = (schema: z.core.$ZodType | undefined, value: unknown): unknown => {
    if (schema === nairaReply && typeof value === 'number') {
      count.replaced += 1
      return large
    }
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
      return enlarged(schema.unwrap(), value)
    }
    if (Array.isArray(value)) {
      return value.map((item) => enlarged(schema instanceof z.ZodArray ? schema.element : undefined, item))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        enlarged(
          schema instanceof z.ZodObject
            ? schema.shape[key]
            : schema instanceof z.ZodRecord
              ? schema.valueType
              : undefined,
          item,
        ),
      ]),
    )
  }
  await page.route('**/api/**', async (route) => {
    const reply = reads.get(new URL(route.request().url()).pathname.replace(/^\/api/, ''))
    if (!reply || route.request().method() !== 'GET') return route.fallback()
    // A closed page no longer waits for its requests.
    const response = await route.fetch().catch(() => null)
    if (!response) return undefined
    if (!response.ok()) return route.fulfill({ response })
    const body: { data: unknown } = await response.json()
    return route.fulfill({ response, json: { ...body, data: enlarged(reply, body.data) } })
  })
  return count
}

/** Returns the number of visible amounts, and those partly hidden or broken over two lines. */
export function amountsOf(page: Page): Promise<{ shown: number; cut: string[] }> {
  return page.evaluate(() => {
    const cut = new Set<string>()
    let shown = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      for (const { 0: amount, index } of (text.textContent ?? '').matchAll(/-?₦[\d,]+(?:\.\d+)?/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        const boxes = boxesOf(range)
        if (boxes.length === 0) continue
        shown += 1
        const report = (problem: string) => cut.add(`${amount} ${problem} in ${describe(element)}`)
        // A line may break after the minus sign, but nowhere else.
        range.setStart(text, index + amount.indexOf('₦'))
        if (new Set(boxesOf(range).map(({ top }) => Math.round(top))).size > 1) report('is broken')
        const left = Math.min(...boxes.map((box) => box.left))
        const right = Math.max(...boxes.map((box) => box.right))
        if (left < -1 || right > innerWidth + 1) report('is beyond the window')
        for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
          if (getComputedStyle(ancestor).overflowX === 'visible') continue
          const box = ancestor.getBoundingClientRect()
          if (left < box.left - 1 || right > box.right + 1) report('is cut')
        }
      }
    }
    return { shown, cut: [...cut] }

    function boxesOf(range: Range): DOMRect[] {
      return [...range.getClientRects()].filter(({ width }) => width > 0)
    }

    /** Returns the column title or label, and the element. */
    function describe(element: Element): string {
      const cell = element.closest('td')
      const title = cell?.closest('table')?.querySelectorAll('thead tr > *')[cell.cellIndex]?.textContent
      const label = element.closest('dd')?.parentElement?.querySelector('dt')?.textContent
      return `${title ?? label ?? ''} ${element.tagName} ${element.className}`.trim()
    }
  })
}
