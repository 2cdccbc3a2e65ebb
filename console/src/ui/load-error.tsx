import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode, createContext, use } from 'react'
import classes from './load-error.module.css'

interface LoadErrorProps {
  text?: string
  detail?: string | undefined
  action?: string
  again: () => void
}

/** One-line error of a part that failed to load or render, with a retry button. */
export function LoadError({
  text = 'Error Fetching Details',
  detail,
  action = 'Refetch Details',
  again,
}: LoadErrorProps) {
  return (
    <div className={classes.row} role="alert">
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        <p>{text}</p>
        {detail && <small>{detail}</small>}
      </div>
      <Button variant="default" size="xs" onClick={again}>
        {action}
      </Button>
    </div>
  )
}

/** Refetches the data of the enclosing page. Without it, a part that failed to render would fail again. */
export const RefetchContext = createContext<() => Promise<unknown>>(() => Promise.resolve())

/** Contains rendering errors of a part, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken again={() => this.setState({ isBroken: false })} /> : this.props.children
  }
}

function Broken({ again }: { again: () => void }) {
  const refetchAll = use(RefetchContext)
  const tryAgain = async () => {
    await refetchAll()
    // Refetched data reaches the components only after the promise has settled.
    setTimeout(again)
  }
  return <LoadError text="This section could not be shown" action="Try again" again={() => void tryAgain()} />
}
