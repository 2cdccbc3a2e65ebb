import { account, type OwnSession } from '@kobo/contract/account'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { Subject } from '../../record/subject.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { Section } from '../../ui/section.tsx'
import classes from './settings.module.css'

/** The user's sessions, each but the current one with a button to end it; hidden if the server lacks the call. */
export function OwnSessions() {
  const sessions = useApiQuery(account.sessions, {})
  const [ending, setEnding] = useState<OwnSession | null>(null)
  if (sessions.error?.status === 404) return null
  return (
    <Section title="Sessions">
      <QueryContent from={sessions} skeleton={<Waiting />}>
        {(data) => (
          <ul className={classes.sessions} aria-label="Sessions">
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </QueryContent>
      {ending && (
        <ActionDialog
          call={account.endSession}
          request={() => ({ sessionId: ending.id })}
          title="End session"
          subject={
            <Subject prompt="Are you sure you want to end this session?" name={ending.device} modes="both">
              {addressOf(ending)}, last used {listDateTime(ending.seenAt)}
            </Subject>
          }
          action={{ text: 'End session', busyText: 'Ending...', tone: 'decline' }}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, createdAt, seenAt, isThis } = session
  const Icon = / on (iPhone|iPad|Android)$/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div className={classes.told}>
        <div className={classes.device}>
          {device}
          {isThis && <span className={classes.this}>This session</span>}
        </div>
        <div className={classes.times}>
          <span>{addressOf(session)}</span>
          <span>Signed in {listDateTime(createdAt)}</span>
          <span>Last used {listDateTime(seenAt)}</span>
        </div>
      </div>
      {!isThis && (
        <Button variant="default" onClick={onEnd} aria-label={`End the session of ${device}, ${addressOf(session)}`}>
          End
        </Button>
      )}
    </li>
  )
}

function addressOf({ address }: OwnSession): string {
  return orEmpty(address)
}

function Waiting() {
  return (
    <div className={classes.session} aria-busy>
      <SkeletonBar width="50%" />
    </div>
  )
}
