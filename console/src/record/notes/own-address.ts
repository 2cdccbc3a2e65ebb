import { useRouter } from '@tanstack/react-router'

/** A path whose first part is a word, unlike `//host`, which leads elsewhere. */
const path = /^\/[a-z]/i

/** Returns what finds the path of the page of this console to which a word leads; undefined for every other word. */
export function useOwnAddress(): (word: string) => string | undefined {
  const router = useRouter()
  return (word) => {
    const { origin } = window.location
    const written = word.startsWith(`${origin}/`) ? word.slice(origin.length) : word
    if (!path.test(written)) return undefined
    // Resolves `..`, which may lead out of the path.
    const { pathname, search, hash } = new URL(written, origin)
    const [, , route] = router.getMatchedRoutes(pathname)
    return path.test(pathname) && route ? `${pathname}${search}${hash}` : undefined
  }
}
