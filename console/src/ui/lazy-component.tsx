import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { ChunkLoadError } from './chunk-load-error.tsx'

interface How {
  /** Placeholder while loading. */
  waiting?: ReactNode
  /** Overlays the page, as dialogs and menus do, and so does its error. */
  over?: boolean
  /** Not requested by the operator: fails silently, and loads again when the browser is back online. */
  quiet?: boolean
}

/** Component loaded on first render or by `load`. If loading fails, its error with a retry button appears in its place. */
export function lazyComponent<Name extends string, File extends Record<Name, ComponentType<never>>>(
  source: () => Promise<File>,
  name: Name,
  { waiting = null, over = false, quiet = false }: How = {},
) {
  type Props = PropsOf<File[Name]>
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let failures = 0

  function load(): Promise<void> {
    loading ??= (failures === 0 ? source() : reimport(source, failures)).then(
      (file) => {
        Loaded = file[name] as unknown as ComponentType<Props>
      },
      (problem: unknown) => {
        loading = undefined
        failures += 1
        throw problem
      },
    )
    return loading
  }

  function Part(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    // Before paint, so that a loaded component appears immediately.
    useLayoutEffect(() => {
      if (state !== 'loading') return undefined
      let isMounted = true
      load().then(
        () => isMounted && setState('loaded'),
        () => isMounted && setState('failed'),
      )
      return () => {
        isMounted = false
      }
    }, [state])

    useEffect(() => {
      if (!quiet || state !== 'failed') return undefined
      const retry = () => setState('loading')
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [state])

    if (Loaded) return <Loaded {...props} />
    if (state !== 'failed' || quiet) return waiting
    const onClose = canBeClosed(props) ? props.onClose : undefined
    return <ChunkLoadError over={over} again={() => setState('loading')} onClose={onClose} />
  }
  return Object.assign(Part, { load })
}

type PropsOf<C> = C extends ComponentType<infer Props extends object> ? Props : never

function canBeClosed(props: object): props is { onClose: () => void } {
  return 'onClose' in props && typeof props.onClose === 'function'
}

/** Style sheets that failed to load, although the page's scripts may have loaded. */
const lostStyles = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target)
  },
  true,
)

/**
 * Browsers cache the failure of a module URL while the page is open, so a retry uses another URL. Failed style sheets are
 * requested again.
 */
async function reimport<T>(source: () => Promise<T>, failures: number): Promise<T> {
  await Promise.all([...lostStyles].map(reloadStyle))
  const [, address] = /import\(\s*["'`]([^"'`]+)["'`]/.exec(String(source)) ?? []
  if (address === undefined) return source()
  const file: unknown = await import(/* @vite-ignore */ `${new URL(address, import.meta.url).href}?again=${failures}`)
  return file as T
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const replacement = document.createElement('link')
  replacement.rel = 'stylesheet'
  replacement.crossOrigin = link.crossOrigin
  replacement.href = link.href
  lostStyles.delete(link)
  return new Promise((resolve, reject) => {
    replacement.addEventListener('load', () => resolve())
    replacement.addEventListener('error', () => reject(new Error(`No style sheet at ${link.href}`)))
    link.replaceWith(replacement)
  })
}
