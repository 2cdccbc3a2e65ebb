import type { CDPSession, Page } from '@playwright/test'

/** From the click on Next until the new rows, which were not preloaded, are painted; and the main thread's time. */
export async function changePage(page: Page, devtools: CDPSession): Promise<{ ms: number; workMs: number }> {
  const before = await work(devtools)
  const ms = await page.evaluate(async () => {
    const label = () => document.querySelector('tbody tr a')?.getAttribute('aria-label')
    const was = label()
    const button = [...document.querySelectorAll('button, a')].find((element) => element.textContent === 'Next')
    const begun = performance.now()
    if (button instanceof HTMLElement) button.click()
    const isThere = () => document.querySelector('table[aria-busy="false"]') !== null && label() !== was
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  })
  return { ms, workMs: ((await work(devtools)) - before) * 1000 }
}

async function work(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** From one jump of the scroll bar until the last row is painted. */
export async function scrollToLast(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const region = document.querySelector('table')?.parentElement
    const rowsOf = () =>
      [...document.querySelectorAll('tbody tr[data-index]')].map((row) => Number(row.getAttribute('data-index')))
    region?.scrollTo({ top: 0 })
    while (!rowsOf().includes(0)) await new Promise((resolve) => setTimeout(resolve, 1))
    const count = Number(document.querySelector('table')?.getAttribute('aria-rowcount')) - 1
    const begun = performance.now()
    region?.scrollTo({ top: region.scrollHeight })
    while (!rowsOf().includes(count - 1)) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  })
}
