import { paths } from '../../paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At the sign-in: the page that asked for it. */
    wayBack?: string
  }
}

/** Where a sign-in leads: to the page that asked for it, if it is one of ours, and otherwise to the merchants. */
export function afterSignIn(wayBack: string | undefined): string {
  return wayBack && ownAddress.test(wayBack) ? wayBack : paths.merchants()
}

/** Two slashes, of either kind and with blanks between them or not, begin the address of another host. */
const ownAddress = /^\/(?![/\\])[^\s\\]*$/
