import { paths } from '../../paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Path of the page that required the sign-in. */
    wayBack?: string
  }
}

/** Returns the path to open after a sign-in: `wayBack` if it is a path of the console, else the merchants page. */
export function afterSignIn(wayBack: string | undefined): string {
  return wayBack && ownAddress.test(wayBack) ? wayBack : paths.merchants()
}

/** Rejects two leading slashes of either kind, with or without whitespace, because browsers read them as another host. */
const ownAddress = /^\/(?![/\\])[^\s\\]*$/
