import { requestOf } from '../../api/api-error.ts'
import type { Mode } from '@kobo/contract/kit/mode'
import { type SearchHit, search } from '@kobo/contract/search'
import { wallets } from '@kobo/contract/wallets'
import { useDebouncedValue } from '@mantine/hooks'
import { IconListSearch, IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay, useMaySearchEmail } from '../../api/use-may.ts'
import { useMode } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { navigation } from '../areas.ts'
import { HitRow, PlainRow } from './palette-rows.tsx'
import { groupHits, addressOfHit } from './hits.ts'
import { isPersonalNumber, parsePaletteQuery, recognisedText } from './parse-palette-query.ts'
import { useChangeMode } from '../../record/use-change-mode.ts'

/** Item of the palette. */
export interface Entry {
  id: string
  content: ReactNode
  /** Undefined if the item opens nothing. */
  choose?: () => void
  /** Keeps the palette open when chosen. */
  stays?: boolean
}

interface Entries {
  groups: readonly { label: string; entries: readonly Entry[] }[]
  /** Status of the search. */
  status: { text: string; isFailure?: boolean } | null
}

const debounceMs = 250
const shortestText = 2

/** Returns the palette's items for a text: pages, records, and the list of all matching transactions. */
export function usePaletteItems(typed: string): Entries {
  const router = useRouter()
  const mode = useMode()
  const { turnTo } = useChangeMode()
  // Text copied from a table contains tabs.
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const found = useFound(text)

  const goTo = (href: string) => void router.navigate({ href })
  const open = (href: string, hit: SearchHit) => {
    const other = otherMode(hit, mode)
    if (other) void turnTo(other, href)
    else goTo(href)
  }

  const pages = navigation
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ label, path, icon }) => ({
      id: path,
      content: <PlainRow icon={icon} title={label} />,
      choose: () => goTo(path),
    }))
  const records = groupHits(found.hits).map(([label, hits]) => ({
    label,
    entries: hits.map((hit) => {
      const href = addressOfHit(hit)
      return {
        id: `${hit.kind} ${hit.id}`,
        content: <HitRow hit={hit} isOther={otherMode(hit, mode) !== null} />,
        ...(href !== undefined && { choose: () => open(href, hit) }),
      }
    }),
  }))
  const retryItem: Entry = {
    id: 'again',
    content: <PlainRow icon={IconRefresh} title="Retry" />,
    choose: found.again,
    stays: true,
  }
  const recognised = parsePaletteQuery(text)
  const searchAll: Entry = {
    id: 'all',
    content: (
      <PlainRow
        icon={IconListSearch}
        title={`All transactions that match “${text}”`}
        detail={recognisedText(recognised)}
      />
    ),
    choose: () => goTo(paths.search({ ...recognised })),
  }
  const groups = [
    { label: 'Pages', entries: pages },
    ...records,
    { label: 'Search', entries: found.isFailed ? [retryItem] : [] },
    { label: 'All transactions', entries: isWanted(text) && Object.keys(recognised).length > 0 ? [searchAll] : [] },
  ]
  const status = found.isNothing && pages.length > 0 ? null : found.status
  return { groups: groups.filter(({ entries }) => entries.length > 0), status }
}

/** Searches for the current text. Results of an older text are never shown. */
function useFound(text: string) {
  const [settled] = useDebouncedValue(text, debounceMs)
  const isEnabled = isWanted(text)
  const refusal = useSearchRefusal(text)
  const found = useApiQuery(search.everything, isEnabled && settled === text ? { text } : null)
  const hits = found.data?.hits ?? []
  const isFailed = found.isError && !found.isFetching
  const isNothing = found.data !== undefined && hits.length === 0
  return { hits, isFailed, isNothing, again: () => void found.refetch(), status: isEnabled ? status() : null }

  function status(): Entries['status'] {
    if (isFailed)
      return { text: [found.error?.message, requestOf(found.error)].filter(Boolean).join(' · '), isFailure: true }
    if (!found.data) return { text: 'Searching…' }
    return isNothing ? { text: refusal ?? `No results for “${text}”` } : null
  }
}

/** Returns why the role finds nothing by a text, if it may not search by such a value. */
function useSearchRefusal(text: string): string | undefined {
  const maySearchEmail = useMaySearchEmail()
  const mayReveal = useMay()(wallets.reveal)
  if (text.includes('@') && !maySearchEmail) return 'Your role cannot search by email address'
  return isPersonalNumber(text) && !mayReveal ? 'Your role cannot search by BVN or NIN' : undefined
}

const isWanted = (text: string) => text.length >= shortestText

/** Returns the mode to change to before this record can be opened; null if it is the current one. */
function otherMode(hit: SearchHit, mode: Mode | undefined): Mode | null {
  if (hit.mode !== 'PRODUCTION' && hit.mode !== 'SANDBOX') return null
  return hit.mode === mode ? null : hit.mode
}
