import { ActionIcon, Button } from '@mantine/core'
import { pageSizes } from '@kobo/contract/kit/page'
import { IconChevronDown, IconChevronLeftPipe, IconChevronRightPipe } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { counted, formatCount } from '../ui/format-count.ts'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import inputClasses from '../ui/plain-input.module.css'
import type { PageSize } from './list-state.ts'
import classes from './pagination.module.css'

interface PaginationProps {
  /** Page of the rows on screen. */
  page: number
  perPage: PageSize
  /** Page requested last, if its rows are still loading. The next step starts from it. */
  target?: { page: number; perPage: PageSize }
  /** The requested rows are loading. */
  isWaiting?: boolean
  /** Notice about the rows. */
  notice?: ReactNode
  /** Number of rows on this page and in total; undefined while loading. */
  rows?: number
  total?: number
  /** More records match than `total`. */
  isMore?: boolean
  address: (page: number) => string
  onPage: (page: number) => void
  onPerPage: (perPage: PageSize) => void
}

/** Shows the current range, and changes the page and its size. */
export function Pagination(props: PaginationProps) {
  const {
    page,
    perPage,
    target = props,
    isWaiting,
    notice,
    rows,
    total = 0,
    isMore,
    address,
    onPage,
    onPerPage,
  } = props
  const pages = rows === undefined ? page : Math.max(1, Math.ceil(total / perPage))
  const links = rows === undefined ? [page] : pageWindow(Math.min(page, pages), pages)

  return (
    <nav className={classes.bar} aria-label="Pages" aria-busy={isWaiting}>
      <span className={classes.label} role="status">
        {rows === undefined ? <SkeletonBar width="60%" height="10px" /> : showing(page, perPage, rows, total, isMore)}
      </span>
      <span className={`${inputClasses.box} ${inputClasses.select}`}>
        <select
          aria-label="Rows per page"
          className={inputClasses.input}
          value={target.perPage}
          onChange={(event) => {
            const chosen = pageSizes.find((size) => String(size) === event.currentTarget.value)
            if (chosen !== undefined) onPerPage(chosen)
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
        <IconChevronDown size={14} stroke={1.5} aria-hidden />
      </span>
      {notice && <span className={classes.notice}>{notice}</span>}
      <span className={classes.links}>
        {rows !== undefined && pages > links.length && (
          <EdgeButton label="First page" disabled={target.page === 1} onClick={() => onPage(1)}>
            <IconChevronLeftPipe size={16} stroke={1.5} />
          </EdgeButton>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={target.page <= 1}
          onClick={() => onPage(Math.min(target.page - 1, pages))}
        >
          Prev
        </Button>
        {links.map((link) => (
          <a
            key={link}
            href={address(link)}
            aria-current={link === page ? 'page' : undefined}
            className={classes.link}
            onClick={(event) => follow(event, () => onPage(link))}
          >
            {link}
          </a>
        ))}
        <Button size="xs" variant="default" disabled={target.page >= pages} onClick={() => onPage(target.page + 1)}>
          Next
        </Button>
        {rows !== undefined && pages > links.length && (
          <EdgeButton label="Last page" disabled={target.page >= pages} onClick={() => onPage(pages)}>
            <IconChevronRightPipe size={16} stroke={1.5} />
          </EdgeButton>
        )}
      </span>
    </nav>
  )
}

function EdgeButton(props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.edge}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}

/** Acts on a plain click of a link; the browser opens others elsewhere. */
export function follow(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  act()
}

/** Returns the current page and its neighbours, three pages if there are as many. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pages - 2))
  const last = Math.min(pages, first + 2)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}

/** Returns `Showing 101 to 200 of 250`. */
export function showing(page: number, perPage: number, rows: number, total: number, isMore = false): string {
  const offset = (page - 1) * perPage
  const from = rows === 0 ? 'Showing 0 to 0' : `Showing ${formatCount(offset + 1)} to ${formatCount(offset + rows)}`
  return `${from} of ${counted(total, isMore)}`
}
