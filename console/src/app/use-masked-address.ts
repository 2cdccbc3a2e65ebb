import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the address bar shows another address than the page's own. */
    isMasked?: boolean
  }
}

/** Masks the page's address in the address bar without leaving the page. A reload opens the masking address. */
export function useMaskedAddress() {
  const router = useRouter()
  const isMasked = useLocation().state.isMasked === true
  // The masked page is rendered until the next one has resolved.
  const isShown = useRouterState({ select: (state) => state.resolvedLocation?.state.isMasked === true })
  return useMemo(() => {
    // The page stays, so neither its unsaved-input guard nor its scroll position is affected.
    const inPlace = () =>
      ({ href: router.latestLocation.href, replace: true, resetScroll: false, ignoreBlocker: true }) as const
    return {
      isMasked,
      isMaskedPageShown: isMasked || isShown,
      mask(to: string) {
        void router.navigate({
          ...inPlace(),
          state: (before) => ({ ...before, isMasked: true }),
          mask: { to, unmaskOnReload: true },
        })
      },
      unmask() {
        void router.navigate({ ...inPlace(), state: (before) => ({ ...before, isMasked: false }) })
      },
    }
  }, [router, isMasked, isShown])
}
