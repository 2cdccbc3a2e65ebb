import { Button } from '@mantine/core'
import classes from './chunk-load-error.module.css'

interface PartMissingProps {
  over: boolean
  again: () => void
  onClose?: (() => void) | undefined
}

/** Error of a component whose chunk failed to load, with a retry button. */
export function ChunkLoadError({ over, again, onClose }: PartMissingProps) {
  return (
    <div className={classes.missing} data-over={over || undefined} role="alert">
      <p className={classes.text}>This section could not be loaded</p>
      <Button size="xs" variant="default" onClick={again}>
        Try again
      </Button>
      {over && onClose && (
        <Button size="xs" variant="subtle" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  )
}
