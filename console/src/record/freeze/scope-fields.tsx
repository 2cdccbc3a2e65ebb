import { type FreezableKind, type FreezeScope, scopesOfKind } from '@kobo/contract/kit/freeze'
import { Checkbox, Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from './freeze-dialog.module.css'
import { type FreezeValues, stoppedScopes } from './freeze-values.ts'
import { scopeChoices } from './scope-texts.ts'

interface ScopeFieldsProps {
  form: UseFormReturnType<FreezeValues>
  kind: FreezableKind
}

/** Choice of what a freeze stops; nothing for records with one scope. */
export function ScopeFields({ form, kind }: ScopeFieldsProps) {
  const applicable = scopesOfKind[kind]
  const { extent, scope } = form.values
  if (applicable.length === 1) return null
  const refundsContinue = applicable.includes('REFUNDS') && !scope.includes('REFUNDS')
  const mayTick = (one: FreezeScope) => extent === 'SOME' || one === 'REFUNDS'
  const tick = (ticked: readonly string[]) => {
    const chosen = applicable.filter((one) => mayTick(one) && ticked.includes(one))
    form.setFieldValue('scope', chosen)
  }
  return (
    <>
      <Radio.Group
        label="Freeze"
        value={extent}
        onChange={(chosen) => form.setFieldValue('extent', chosen === 'SOME' ? 'SOME' : 'ALL')}
      >
        <div className={classes.choices}>
          <Radio value="ALL" label={refundsContinue ? 'Everything (refunds continue)' : 'Everything'} />
          <Radio value="SOME" label="Only some of it" />
        </div>
      </Radio.Group>
      <Checkbox.Group
        label="What it stops"
        value={stoppedScopes(kind, form.values)}
        error={form.errors['scope']}
        onChange={tick}
      >
        <div className={classes.choices}>
          {applicable.map((one) => (
            <Checkbox key={one} size="xs" value={one} label={scopeChoices[one]} disabled={!mayTick(one)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
