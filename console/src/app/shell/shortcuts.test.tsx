import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderConsole } from '../../testing/render-console.tsx'
import { settingsServer } from '../../testing/settings-server.ts'
import { navigation } from '../areas.ts'

const shown = () => screen.findByRole('heading', { level: 1 })
const headingFocused = () => waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))

/** Presses G, and a letter after it. */
function pressAfterG(letter: string, ms: number) {
  for (const [key, timeStamp] of [
    ['g', 0],
    [letter, ms],
  ] as const) {
    const event = createEvent.keyDown(document.body, { key })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    fireEvent(document.body, event)
  }
}

describe('G and a letter', () => {
  const lettered = navigation.flatMap(({ key, label, path }) =>
    key === undefined ? [] : [[key, label, path] as const],
  )

  it.each(lettered)('G %s opens %s', async (key, label, path) => {
    const { user } = renderConsole('/disputes/sample')
    await shown()
    await user.keyboard(`g${key}`)
    expect(await screen.findByRole('heading', { level: 1, name: label })).toBeTruthy()
    expect(window.location.pathname).toBe(path)
  })

  it('gives each letter to one page, and none to a letter that means something in a list', () => {
    const letters = lettered.map(([key]) => key)
    expect(letters.join('')).toBe('tampfslde')
    expect(new Set(letters).size).toBe(letters.length)
  })

  it('waits one and a half seconds for the letter, and ends with any other key', async () => {
    const { user } = renderConsole('/disputes/sample')
    await shown()
    pressAfterG('e', 1_600)
    await user.keyboard('gxe')
    await user.keyboard('e')
    expect(window.location.pathname).toBe('/disputes/sample')
    pressAfterG('e', 1_400)
    await waitFor(() => expect(window.location.pathname).toBe('/teams'))
  })

  it('does nothing while the operator types, in a menu or under a dialog', async () => {
    const { user } = renderConsole('/teams')
    await user.click(await screen.findByRole('searchbox'))
    await user.keyboard('gf')
    await user.click(screen.getByRole('button', { name: /Adaeze Okonkwo/ }))
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    await user.keyboard('gf')
    await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('gf')
    expect(window.location.pathname).toBe('/teams')
  })

  it('is listed with the other shortcuts', async () => {
    const { user } = renderConsole('/disputes/sample')
    await shown()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByRole('heading', { name: 'Open a page: G, then a letter' })).toBeTruthy()
    expect(dialog.getByText('Ledger Position').nextSibling?.textContent).toBe('GL')
    expect(dialog.queryByText(/are off/)).toBeNull()
  })
})

describe('single-key shortcuts', () => {
  it('are switched off and on in the settings', async () => {
    const { user, router } = renderConsole('/settings', settingsServer().handlers)
    const control = await screen.findByRole<HTMLInputElement>('switch', { name: 'Single-key shortcuts' })
    expect(control.checked).toBe(true)
    await user.click(control)
    await user.click(screen.getByRole('link', { name: 'Teams' }))
    await headingFocused()
    await user.keyboard('?ge')
    expect(screen.queryByRole('dialog')).toBeNull()
    await router.navigate({ href: '/settings' })
    await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts', checked: false }))
    await user.click(screen.getByRole('link', { name: 'Teams' }))
    await headingFocused()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })

  it('do nothing while off, but Ctrl+K, Esc and the list of shortcuts work', async () => {
    localStorage.setItem('kobo.single-keys', 'false')
    const { user } = renderConsole('/disputes/sample')
    await user.click(await screen.findByRole('link', { name: 'Teams' }))
    await headingFocused()
    await user.keyboard('/gm?')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(window.location.pathname).toBe('/teams')
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('combobox', { name: 'Find anything' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await user.click(screen.getByRole('button', { name: /Adaeze Okonkwo/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText(/Single-key shortcuts are off/)).toBeTruthy()
  })
})
