import { MantineThemeProvider } from '@mantine/core'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './kept-page.module.css'

interface KeptPageProps {
  /** Hidden and inert while the person is signed out. */
  isHidden: boolean
  children: ReactNode
}

/**
 * A page with its dialogs, which are portalled into it so that they are hidden with it. Hidden, it keeps its layout and scroll
 * positions; shown again, it restores the focus.
 */
export function KeptPage({ isHidden, children }: KeptPageProps) {
  const [windows, setWindows] = useState<HTMLDivElement | null>(null)
  const focused = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    if (!isHidden) return
    return () => {
      const { current } = focused
      // The page has to be interactive again before it can take the focus.
      requestAnimationFrame(() => {
        if (current?.isConnected) current.focus({ preventScroll: true })
      })
    }
  }, [isHidden])

  useEarlyKeys(isHidden)

  function rememberFocus(event: FocusEvent) {
    if (!isHidden && event.target instanceof HTMLElement) focused.current = event.target
  }

  return (
    <div className={classes.page} data-hidden={isHidden || undefined} inert={isHidden} onFocusCapture={rememberFocus}>
      {windows && (
        <MantineThemeProvider theme={{ components: { Portal: { defaultProps: { target: windows } } } }} inherit>
          {children}
        </MantineThemeProvider>
      )}
      {/* After the page, whose first link skips to the content. */}
      <div ref={setWindows} />
    </div>
  )
}

/** Blocks keys from the window listeners of a hidden page. */
function useEarlyKeys(isHidden: boolean): void {
  const hidden = useRef(isHidden)
  useLayoutEffect(() => {
    hidden.current = isHidden
  }, [isHidden])
  useLayoutEffect(() => {
    // Layout effects run before the effects of any dialog in the page, so this listener is registered first.
    const stop = (event: KeyboardEvent) => {
      if (!hidden.current) return
      const isInSignIn = event.target instanceof Element && event.target.closest('[data-over-kept-page]') !== null
      if (event.key === 'Escape' || !isInSignIn) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', stop, true)
    return () => window.removeEventListener('keydown', stop, true)
  }, [])
}
