import type { Lien } from '@kobo/contract/kit/lien'
import { mostOpenLiens } from '@kobo/contract/kit/lien'
import { liens } from '@kobo/contract/liens'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { missingPermission } from '../../api/api-error.ts'
import { useMay } from '../../api/use-may.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { formatNaira } from '../../money/naira.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { asSentence } from '../as-sentence.ts'
import type { Freezable } from '../freeze/freezable.ts'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import { lienAccountId } from './lien-account.ts'
import classes from './open-liens.module.css'

const ReleaseDialog = lazyComponent(() => import('./release-dialog.tsx'), 'ReleaseDialog', { over: true })

/** Liens shown before the others are requested. */
const shownFirst = 3

/** What liens hold of an account, and each of them with its release. An open dialog stays when its lien ends. */
export function OpenLiens({ of: record }: { of: Freezable }) {
  // Any operator may place or release one, it may end by itself, and is filled as funds arrive.
  const pollMs = usePollInterval('slow')
  const request = { accountId: lienAccountId(record), status: 'OPEN' as const, page: 1, size: mostOpenLiens }
  const query = useApiQuery(liens.list, request, { pollMs })
  const may = useMay()
  const [showsAll, setShowsAll] = useState(false)
  const [released, setReleased] = useState<Lien | null>(null)
  const open = query.data?.liens ?? []
  const shown = showsAll ? open : open.slice(0, shownFirst)
  const isOpen = open.some(({ id }) => id === released?.id)
  useFocusAfterRemoval(released !== null, shown.map(({ id }) => id).join())
  return (
    <>
      <div role="status" className={classes.region}>
        {query.isError && !query.data && !missingPermission(query.error) && (
          <LoadError text="The liens could not be loaded" again={() => void query.refetch()} />
        )}
        {open.length > 0 && (
          <section className={classes.panel} aria-label="Liens">
            {open.length > 1 && <Sum of={open} />}
            <ul className={classes.liens}>
              {shown.map((lien) => (
                <li key={lien.id} className={classes.lien}>
                  <p className={classes.text}>
                    <Description of={lien} isOnly={open.length === 1} />
                  </p>
                  {may(liens.release) && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Release the lien of ${formatNaira(lien.amount)}`}
                      onClick={() => setReleased(lien)}
                      {...preloadOnIntent(ReleaseDialog.load)}
                    >
                      Release
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {open.length > shownFirst && (
              <Button
                className={classes.all}
                size="xs"
                variant="default"
                aria-expanded={showsAll}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? 'Show fewer' : `Show all ${formatCount(open.length)} liens`}
              </Button>
            )}
          </section>
        )}
      </div>
      {released && (
        <ReleaseDialog of={released} blocker={isOpen ? null : 'This lien is over'} onClose={() => setReleased(null)} />
      )}
    </>
  )
}

/** What several liens hold together. */
function Sum({ of: open }: { of: readonly Lien[] }) {
  const held = total(open.map((lien) => lien.held))
  const amount = total(open.map((lien) => lien.amount))
  return (
    <p className={classes.sum}>
      On lien {heldOf({ held, amount })}
      {held < amount && '; the rest is held as funds arrive'}
    </p>
  )
}

function Description({ of: lien, isOnly }: { of: Lien; isOnly: boolean }) {
  const { amount, held, createdAt, placedBy, reason, until } = lien
  return (
    <>
      {isOnly && 'On lien '}
      {heldOf(lien)} since {listDateTime(createdAt)}
      {placedBy && ` by ${placedBy}`}.{reason && ` Reason: ${asSentence(reason)}`}
      {isOnly && held < amount && ' The rest is held as funds arrive.'}
      {until && ` Ends ${listDateTime(until)} at the latest.`}
    </>
  )
}

/** Formats the part of an amount that is held: `₦200.00 of ₦500.00`, and only the amount if it is all of it. */
function heldOf({ held, amount }: Pick<Lien, 'held' | 'amount'>): string {
  return held < amount ? `${formatNaira(held)} of ${formatNaira(amount)}` : formatNaira(amount)
}

/** Adds in kobo, so that no fraction is lost. */
function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
}
