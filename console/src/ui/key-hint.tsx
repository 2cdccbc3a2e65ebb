import { areSingleKeysOn } from './use-page-keys.ts'
import classes from './key-hint.module.css'

/** Props of a button with a single-key shortcut, which it shows; none while such shortcuts are off. */
export function keyHint(key: string) {
  if (!areSingleKeysOn()) return {}
  return {
    'aria-keyshortcuts': key,
    rightSection: (
      <kbd className={classes.key} aria-hidden>
        {key}
      </kbd>
    ),
  }
}
