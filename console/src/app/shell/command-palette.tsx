import '@mantine/spotlight/styles.layer.css'
import { search } from '@kobo/contract/search'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBuildingStore, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { paths } from '../../paths.ts'
import { navigation } from '../navigation.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import classes from './command-palette.module.css'

const [store, palette] = createSpotlight()
const debounceMs = 250
const shortestText = 2
/** A list that scrolls must be reachable without a mouse. */
const scrollable = { viewportProps: { tabIndex: 0 } }

/** Goes to any page, and finds merchants by name, e-mail address or id. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const router = useRouter()
  const [query, setQuery] = useState('')
  useEffect(() => palette.open(), [])

  const pages = navigation.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
  const goTo = (href: string) => void router.navigate({ href })

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      classNames={{ content: classes.content, search: classes.search }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Find a merchant or a page' } }}
      scrollable
    >
      <Spotlight.Search
        placeholder="Find a merchant or a page"
        aria-label="Find a merchant or a page"
        leftSection={<IconSearch size={18} stroke={1.5} />}
      />
      <Spotlight.ActionsList {...scrollable}>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label="Pages">
            {pages.map(({ label, path, icon: Icon }) => (
              <Spotlight.Action
                key={path}
                label={label}
                leftSection={<Icon size={18} stroke={1.5} />}
                onClick={() => goTo(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        <Merchants query={query} onOpen={(id) => goTo(paths.merchant(id))} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** What the server finds for the text as it stands now; the answer to an older text is never shown. */
function Merchants({ query, onOpen }: { query: string; onOpen: (id: string) => void }) {
  const text = query.trim()
  const [settled] = useDebouncedValue(text, debounceMs)
  const wanted = text.length >= shortestText
  const found = useCall(search.everything, wanted && settled === text ? { text } : null)

  if (!wanted) return null
  if (found.isError) return <Spotlight.Empty role="alert">{found.error.message}</Spotlight.Empty>
  if (!found.data) return <Spotlight.Empty role="status">Searching…</Spotlight.Empty>
  if (found.data.hits.length === 0) return <Spotlight.Empty role="status">No merchant found</Spotlight.Empty>
  return (
    <Spotlight.ActionsGroup label="Merchants">
      {found.data.hits.map((hit) => (
        <Spotlight.Action
          key={hit.id}
          label={hit.title}
          description={hit.detail}
          leftSection={<IconBuildingStore size={18} stroke={1.5} />}
          onClick={() => onOpen(hit.id)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}
