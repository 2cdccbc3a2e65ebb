import type { Page } from '@playwright/test'

/** Presses keys and counts them: a chord counts each of its keys. Those of typed texts are also counted apart. */
export function countKeys(page: Page) {
  const counted = { presses: 0, typed: 0 }
  return {
    counted,
    async press(key: string) {
      counted.presses += key.split('+').length
      await page.keyboard.press(key)
    },
    async type(text: string) {
      counted.presses += text.length
      counted.typed += text.length
      await page.keyboard.type(text)
    },
  }
}
