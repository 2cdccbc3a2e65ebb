import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address bar shows another address than the page's own. */
    isMasked?: boolean
  }
}

/** Shows another address than that of the page, which stays where it is; a reload opens what the address says. */
export function useMaskedAddress() {
  const router = useRouter()
  const isMasked = useLocation().state.isMasked === true
  // Until another page has come, the masked one is still what would be drawn.
  const isShown = useRouterState({ select: (state) => state.resolvedLocation?.state.isMasked === true })
  return useMemo(() => {
    // Neither a form that asks before it is left nor the place that was scrolled to has to do with it.
    const stay = () =>
      ({ href: router.latestLocation.href, replace: true, resetScroll: false, ignoreBlocker: true }) as const
    return {
      isMasked,
      isMaskedPageShown: isMasked || isShown,
      mask(to: string) {
        void router.navigate({
          ...stay(),
          state: (before) => ({ ...before, isMasked: true }),
          mask: { to, unmaskOnReload: true },
        })
      },
      unmask() {
        void router.navigate({ ...stay(), state: (before) => ({ ...before, isMasked: false }) })
      },
    }
  }, [router, isMasked, isShown])
}
