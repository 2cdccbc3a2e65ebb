import { Switch } from '@mantine/core'
import classes from './merchant-flags.module.css'

interface FlagRowProps {
  label: string
  on: boolean
  state: 'idle' | 'sending'
  onFlip: (on: boolean) => void
}

/** Label with its switch; the whole row toggles it. It keeps the focus while the change is sent. */
export function FlagRow({ label, on, state, onFlip }: FlagRowProps) {
  return (
    <div className={classes.flag} aria-busy={state === 'sending'}>
      <Switch
        label={label}
        labelPosition="left"
        withThumbIndicator={false}
        classNames={{
          root: classes.switch,
          body: classes.body,
          track: classes.track,
          labelWrapper: classes.words,
          label: classes.label,
        }}
        checked={on}
        onChange={(event) => onFlip(event.currentTarget.checked)}
      />
    </div>
  )
}
