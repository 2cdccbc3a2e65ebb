import { type RouterHistory, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const product = 'Kobo Console'

/** Names the document after the page's heading; when another page opens, it begins at its top, the focus on its heading. */
export function usePageHeading(): void {
  const history: RouterHistory = useRouter().history
  // The page that stands there, not the one that is still being fetched.
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const wanted = useRef(false)
  const opened = useRef(pathname)

  useEffect(
    () =>
      // Back returns to where one was: the page itself knows better what to focus.
      history.subscribe(({ action }) => {
        wanted.current = action.type === 'PUSH' || action.type === 'REPLACE'
      }),
    [history],
  )

  useEffect(() => {
    const moved = opened.current !== undefined && opened.current !== pathname
    opened.current = pathname
    let frame = 0
    let focusHeading = moved && wanted.current
    const settle = () => {
      const heading = document.querySelector('h1')
      if (!heading) return
      const title = heading.textContent ? `${heading.textContent} · ${product}` : product
      if (document.title !== title) document.title = title
      if (!focusHeading) return
      focusHeading = false
      // The page is laid out for it, which is done once where the next frame is about to do so anyway.
      frame = requestAnimationFrame(() => begin(heading))
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [pathname])
}

/** At the top of the page, which its heading names. */
function begin(heading: HTMLElement): void {
  // The router hands the place where one was on to the new page.
  const content = document.querySelector('#content')
  if (content) content.scrollTop = 0
  const active = document.activeElement
  // A field that took the focus by itself keeps it.
  if (active instanceof HTMLInputElement || active?.closest('[role="dialog"]')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
