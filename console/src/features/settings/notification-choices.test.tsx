import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { settingsServer } from '../../testing/settings-server.ts'

const { notifications } = contract
const address = paths.settings({ status: 'notifications' })
const named = 'Somebody mentions you in a note'

/** A server that keeps what is chosen. */
function choicesServer() {
  let choices = [
    { kind: 'MENTION', choice: 'AT_ONCE' },
    { kind: 'CHANGE', choice: 'BELL' },
    // Of a later release.
    { kind: 'WEATHER', choice: 'BELL' },
  ]
  const sent: unknown[] = []
  return {
    sent,
    handlers: [
      answer(notifications.choices, () => ({ choices })),
      answer(
        notifications.choose,
        ({ body }) => {
          sent.push(body)
          const { choices: chosen } = notifications.choose.body.parse(body)
          choices = choices.map((each) => chosen.find(({ kind }) => kind === each.kind) ?? each)
          return { choices }
        },
        'Your notification settings have been saved',
      ),
    ],
  }
}

const choiceOf = async (name: string) => await screen.findByRole<HTMLInputElement>('combobox', { name })

it('shows how each kind is received, and sends a change at once', async () => {
  const { handlers, sent } = choicesServer()
  const { user } = renderConsole(address, handlers)
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    named,
    'A colleague changes a record that you watch',
  ])
  const choice = await choiceOf(named)
  expect(choice.value).toBe('Bell and email at once')
  await user.click(choice)
  await user.click(await screen.findByRole('option', { name: 'Off' }))
  await waitFor(() => expect(sent).toEqual([{ choices: [{ kind: 'MENTION', choice: 'OFF' }] }]))
  expect(await screen.findByText('Your notification settings have been saved')).toBeDefined()
  expect((await choiceOf(named)).value).toBe('Off')
})

it('shows again what is stored if a change is rejected', async () => {
  const { user } = renderConsole(address, [
    refuse(notifications.choose, 500, { message: 'Not now' }),
    ...choicesServer().handlers,
  ])
  await user.click(await choiceOf(named))
  await user.click(await screen.findByRole('option', { name: 'Off' }))
  expect(await screen.findByText('Not now')).toBeDefined()
  await waitFor(async () => expect((await choiceOf(named)).value).toBe('Bell and email at once'))
})

it('is absent if the server has no notifications', async () => {
  withoutAdditions()
  renderConsole(address, settingsServer().handlers)
  await screen.findByRole('tab', { name: 'Security' })
  expect(screen.queryByRole('tab', { name: 'Notifications' })).toBeNull()
})
