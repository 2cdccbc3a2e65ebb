import {
  isNotificationKind,
  type NotificationChoice,
  notificationChoices,
  type NotificationKind,
  notificationKinds,
} from '@kobo/contract/kit/notification-kinds'
import { notifications } from '@kobo/contract/notifications'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { QueryContent } from '../../record/query-content.tsx'
import { useOptimisticValue } from '../../record/use-optimistic-value.ts'
import { Section, SectionBody } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import classes from './settings.module.css'

const labels: Readonly<Record<NotificationChoice, string>> = {
  BELL: 'Bell only',
  AT_ONCE: 'Bell and email at once',
  HOURLY: 'Bell and hourly email',
  DAILY: 'Bell and email at 07:00',
  OFF: 'Off',
}
const options = notificationChoices.map((value) => ({ value, label: labels[value] }))

/** How the operator is notified of each kind of event, in both modes. */
export function NotificationChoices() {
  const choices = useApiQuery(notifications.choices, {})
  return (
    <Section title="Notifications" aside="Live and Test">
      <SectionBody>
        <div className={classes.words}>
          <p className={classes.sentence}>
            You are notified of records that you watch and of work that you have, never of what you did yourself. Emails
            name the record, and never contain the text of a note.
          </p>
          <QueryContent from={choices} skeleton={<SkeletonBar width="100%" height="220px" />}>
            {({ choices: chosen }) => (
              <table className={classes.kinds}>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">You are notified by</th>
                  </tr>
                </thead>
                <tbody>
                  {chosen.map(
                    ({ kind, choice }) =>
                      isNotificationKind(kind) && (
                        <KindRow key={kind} kind={kind} choice={choice} readAt={choices.dataUpdatedAt} />
                      ),
                  )}
                </tbody>
              </table>
            )}
          </QueryContent>
        </div>
      </SectionBody>
    </Section>
  )
}

function KindRow({ kind, choice, readAt }: { kind: NotificationKind; choice: string; readAt: number }) {
  const choose = useApiMutation(notifications.choose, { about: 'notification choices' })
  const { shown, wish } = useOptimisticValue(choice, readAt)
  const { label } = notificationKinds[kind]
  function change(value: string | null) {
    const wanted = notificationChoices.find((each) => each === value)
    if (wanted) void wish(wanted, () => choose.send({ choices: [{ kind, choice: wanted }] }))
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Select
          aria-label={label}
          data={options}
          value={shown}
          onChange={change}
          allowDeselect={false}
          disabled={choose.state === 'sending'}
        />
      </td>
    </tr>
  )
}
