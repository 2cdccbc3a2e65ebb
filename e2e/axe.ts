import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'

export interface Screen {
  name: string
  open: (page: Page) => Promise<void>
}

/** Opens a screen and expects no serious or critical axe violations in light and dark colours. */
export async function expectNoBarriers(page: Page, { open }: Pick<Screen, 'open'>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await open(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await barriersIn(page, colorScheme), colorScheme).toEqual([])
  }
}

/** Declares a test per screen of the signed-in console. */
export function testScreens(screens: readonly Screen[]): void {
  for (const screen of screens) {
    test(`shows ${screen.name} without serious accessibility violations in light and dark`, async ({
      console: page,
    }) => {
      await expectNoBarriers(page, screen)
    })
  }
}

/** Returns serious and critical axe violations; in dark mode only the colour rules are checked. */
export async function barriersIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = (await loadAxe(page)).options({ resultTypes: ['violations'] })
  const { violations } = await (colorScheme === 'dark' ? axe.withRules(colourRules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

const colourRules = ['color-contrast', 'link-in-text-block']

/** Returns violations of landmarks, headings and names: missing, duplicate or out of order. */
export async function structureOf(page: Page): Promise<string[]> {
  const { violations } = await (await loadAxe(page)).withTags(['best-practice']).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** Loads axe-core into the page if it is not there, and returns a builder with the options of every check. */
async function loadAxe(page: Page): Promise<AxeBuilder> {
  // Half a megabyte of script, which would be loaded again for each check of the same page.
  const loaded = await page.evaluate(() => 'axe' in self)
  return (
    new AxeBuilder({ page, ...(loaded ? { axeSource: ';' } : {}) })
      // The rows of a list are alike, and checking the colours of each takes seconds.
      .exclude('tbody tr:nth-child(n+13)')
      // No page has frames, whose results would be merged in another page.
      .setLegacyMode()
  )
}
