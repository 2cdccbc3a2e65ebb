import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useId } from 'react'
import { useConfig } from '../../api/config.ts'
import { type StartPage, startPageKey } from '../../api/start-page.ts'
import { useDensity } from '../../list/use-list-view.ts'
import { colourSchemes } from '../../ui/colour-schemes.ts'
import { Section, SectionBody } from '../../ui/section.tsx'
import { singleKeys } from '../../ui/use-page-keys.ts'
import classes from './settings.module.css'

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

const startPages = [
  { value: 'merchants', label: 'Merchants' },
  { value: 'my-work', label: 'My work' },
] as const

/** Appearance settings, stored in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const additions = useConfig()?.additions
  const [hasKeys, setHasKeys] = useLocalStorage({
    key: singleKeys,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [startPage, setStartPage] = useLocalStorage<StartPage>({
    key: startPageKey,
    defaultValue: 'merchants',
    getInitialValueInEffect: false,
  })
  return (
    <Section title="Appearance" aside="In this browser">
      <SectionBody>
        <div className={classes.choices}>
          <Choice label="Colours" options={colourSchemes} value={colorScheme} onChange={setColorScheme} />
          {additions && (
            <Choice label="Open after sign-in" options={startPages} value={startPage} onChange={setStartPage} />
          )}
          <Choice label="List density" options={densities} value={density} onChange={setDensity} />
          <Switch
            aria-label="Single-key shortcuts"
            label="Single-key shortcuts"
            description="Keys that work without Ctrl, such as J, / and ?"
            checked={hasKeys}
            onChange={(event) => setHasKeys(event.currentTarget.checked)}
          />
        </div>
      </SectionBody>
    </Section>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

function Choice<V extends string>({ label, options, value, onChange }: ChoiceProps<V>) {
  const labelId = useId()
  return (
    <div className={classes.choice}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <SegmentedControl
        aria-labelledby={labelId}
        data={[...options]}
        value={value}
        onChange={onChange}
        transitionDuration={0}
      />
    </div>
  )
}
