import { Button } from '@mantine/core'
import { showing } from '../list/pagination.tsx'
import classes from './dialog-pages.module.css'

interface DialogPagesProps {
  page: number
  /** Rows per page. */
  size: number
  /** Rows on this page. */
  rows: number
  total: number
  /** Whether the rows of the page are still loading. */
  isLoading: boolean
  onPage: (page: number) => void
}

/** Steps through the pages of rows in a dialog; absent if one page has them all. */
export function DialogPages({ page, size, rows, total, isLoading, onPage }: DialogPagesProps) {
  if (page === 1 && total <= size) return null
  return (
    <nav className={classes.pages} aria-label="Pages" aria-busy={isLoading}>
      <span>{showing(page, size, rows, total)}</span>
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Prev
      </Button>
      <Button size="xs" variant="default" disabled={page * size >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
