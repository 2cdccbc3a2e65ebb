import { readFileSync } from 'node:fs'
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
  return (await violationsIn(page, colorScheme)).filter(isSerious).flatMap(describe)
}

/**
 * Returns serious and critical axe violations in light and dark colours, and violations of landmarks, headings and names: missing,
 * duplicate or out of order.
 */
export async function barriersAndStructureOf(page: Page): Promise<string[]> {
  const light = await violationsIn(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const dark = await violationsIn(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  const isWrong = (violation: Result) => isSerious(violation) || violation.tags.includes('best-practice')
  return [...light.filter(isWrong), ...dark.filter(isSerious)].flatMap(describe)
}

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const isSerious = ({ impact }: Result) => impact === 'serious' || impact === 'critical'

function describe({ id, nodes }: Result): string[] {
  return nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)
}

const colourRules = ['color-contrast', 'link-in-text-block']

async function violationsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in self))) await page.evaluate(axeCore)
  // The builder would load axe-core again for each check, twice and not minified.
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'] })
    // The rows of a list are alike, and checking the colours of each takes seconds.
    .exclude('tbody tr:nth-child(n+13)')
    // No page has frames, whose results would be merged in another page.
    .setLegacyMode()
  const { violations } = await (colorScheme === 'dark' ? axe.withRules(colourRules) : axe).analyze()
  return violations
}

const axeCore = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
