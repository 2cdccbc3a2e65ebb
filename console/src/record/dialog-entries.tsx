import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import classes from './dialog-entries.module.css'
import { DialogPages } from './dialog-pages.tsx'
import { QueryContent } from './query-content.tsx'

/** Entries of a page in a dialog. */
export const entriesPerPage = 20

interface DialogEntriesProps<Reply, Entry> {
  label: string
  from: UseQueryResult<Reply, ApiError>
  /** Returns the entries of the page, and how many there are on all pages. */
  read: (reply: Reply) => { entries: readonly Entry[]; total: number }
  /** What is said if there is none. */
  empty: string
  page: number
  onPage: (page: number) => void
  /** Renders an entry as a list item with a key. */
  children: (entry: Entry) => ReactNode
}

/** Entries of a record in a dialog, page by page, with their loading, empty and error views. */
export function DialogEntries<Reply, Entry>(props: DialogEntriesProps<Reply, Entry>) {
  const { label, from, read, empty, page, onPage, children } = props
  return (
    <QueryContent from={from} skeleton={<EntriesSkeleton />}>
      {(reply) => {
        const { entries, total } = read(reply)
        return (
          <>
            {entries.length === 0 && (
              <p className={classes.empty} role="status">
                {empty}
              </p>
            )}
            <ol className={classes.entries} aria-label={label}>
              {entries.map(children)}
            </ol>
            <DialogPages
              {...{ page, total, onPage }}
              size={entriesPerPage}
              rows={entries.length}
              isLoading={from.isPlaceholderData}
            />
          </>
        )
      }}
    </QueryContent>
  )
}

export function EntriesSkeleton() {
  return (
    <div className={classes.waiting}>
      {['40%', '70%', '55%', '65%'].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </div>
  )
}
