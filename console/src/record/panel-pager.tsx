import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { use } from 'react'
import { formatCount } from '../ui/format-count.ts'
import { areSingleKeysOn, usePageKeys } from '../ui/use-page-keys.ts'
import classes from './panel-pager.module.css'
import { StepsAround } from './panel-navigation.tsx'

/** Position of the panel's row in its list, with buttons to the rows beside it. */
export function PanelSteps() {
  const steps = use(StepsAround)
  usePageKeys({ j: steps?.next, k: steps?.previous }, 1)
  if (!steps) return null
  const title = (name: string, key: string) => (areSingleKeysOn() ? `${name} (${key})` : name)
  const { place, rows, previous, next } = steps
  return (
    <div className={classes.steps}>
      {place !== null && `${formatCount(place)} of ${formatCount(rows)}`}
      <ActionIcon
        variant="default"
        aria-label="Previous"
        title={title('Previous', 'K')}
        disabled={!previous}
        onClick={previous}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Next" title={title('Next', 'J')} disabled={!next} onClick={next}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}
