import { type RouterHistory, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMode } from '../api/session.tsx'
import { watchInteraction } from '../ui/watch-interaction.ts'

const names = { PRODUCTION: 'Kobo Console', SANDBOX: 'Test · Kobo Console' }

/** Sets the document title from the page's heading and the mode. A newly opened page starts at its top with the focus on its heading. */
export function usePageHeading(): void {
  const product = names[useMode() ?? 'PRODUCTION']
  const history: RouterHistory = useRouter().history
  // The rendered page, not the one that is still loading.
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const isNewPage = useRef(false)
  const lastPathname = useRef(pathname)

  useEffect(
    () =>
      // After Back, the page itself restores its focus.
      history.subscribe(({ action }) => {
        isNewPage.current = action.type === 'PUSH' || action.type === 'REPLACE'
      }),
    [history],
  )

  useEffect(() => {
    const hasChanged = lastPathname.current !== undefined && lastPathname.current !== pathname
    lastPathname.current = pathname
    let frame = 0
    let focusHeading = hasChanged && isNewPage.current
    const ended = new AbortController()
    // A heading that arrives late must not take an operator who has begun to work away from the place.
    watchInteraction(() => (focusHeading = false), ended.signal)
    const settle = () => {
      const heading = document.querySelector('h1')
      if (!heading) return
      const title = heading.textContent ? `${heading.textContent} · ${product}` : product
      if (document.title !== title) document.title = title
      if (!focusHeading) return
      focusHeading = false
      // Focusing forces a layout, so it waits for the next frame, which lays out the page anyway.
      frame = requestAnimationFrame(() => moveFocus(heading))
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => {
      ended.abort()
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [pathname, product])
}

/** Scrolls to the top and focuses the heading. */
function moveFocus(heading: HTMLElement): void {
  // The router carries the scroll position over to the new page.
  const content = document.querySelector('#content')
  if (content) content.scrollTop = 0
  const active = document.activeElement
  // A field that has focused itself keeps the focus.
  if (active instanceof HTMLInputElement || active?.closest('[role="dialog"]')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
