import { invites } from '@kobo/contract/invites'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { send } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { AcceptInviteForm } from './accept-invite-form.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'

/** Target page of an invitation link. */
export function AcceptInvitePage() {
  const { search } = useSearchParams()
  const invitation = { email: search.email ?? '', inviteCode: search.inviteCode ?? '' }
  const isComplete = invitation.email !== '' && invitation.inviteCode !== ''
  const status = useQuery({
    queryKey: ['invite', invitation],
    queryFn: async ({ signal }) => (await send(invites.status, invitation, { signal })).data,
    enabled: isComplete,
    staleTime: Number.POSITIVE_INFINITY,
  })

  if (!isComplete) return <NoInvite title="This link is incomplete" sentence="Open the link in your email again." />
  if (status.isError) {
    return (
      <SessionCard title="Your invite could not be checked" sentence={status.error.message}>
        <div className={classes.form}>
          <Button onClick={() => void status.refetch()}>Try again</Button>
        </div>
      </SessionCard>
    )
  }
  if (!status.data) {
    return (
      <SessionCard title="Checking your invite">
        <div className={classes.form} role="status" aria-label="Loading">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      </SessionCard>
    )
  }
  if (status.data.consumated) {
    const { email } = invitation
    return (
      <NoInvite
        title="Invite already accepted"
        sentence="You already have a password. Sign in with it."
        email={email}
      />
    )
  }
  if (!status.data.valid) {
    return <NoInvite title="Invite no longer valid" sentence="Ask the colleague who invited you to send it again." />
  }
  return <AcceptInviteForm {...invitation} firstName={status.data.firstName} />
}

interface NoInviteProps {
  title: string
  sentence: string
  /** Email address to prefill at the sign-in. */
  email?: string
}

function NoInvite({ title, sentence, email }: NoInviteProps) {
  return (
    <SessionCard title={title} sentence={sentence}>
      <div className={classes.form}>
        <Button component={Link} to={paths.signIn({ email })}>
          Go to sign in
        </Button>
      </div>
    </SessionCard>
  )
}
