import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Holds the claim of a recurring job, as another worker would: the product's workers skip the job until it is resumed. */
export async function pauseJob(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `insert into job_claim (name, claimed_by, claimed_until)
      values ($1, gen_random_uuid(), now() + interval '1 day') on conflict do nothing`,
      [`job ${name}`],
    )
    if (rowCount === 1) return
    await sleep(20)
  }
}

/** Ends the claim that `pauseJob` holds, and none of a worker: those last for less than ten minutes. */
export async function resumeJob(client: pg.Client, name: string): Promise<void> {
  await client.query("delete from job_claim where name = $1 and claimed_until > now() + interval '10 minutes'", [
    `job ${name}`,
  ])
}

/** Lets workers claim no recurring job except this one, until `resumeOtherJobs`. */
export async function pauseOtherJobs(client: pg.Client, name: string): Promise<void> {
  await client.query(`
    create function refuse_claim() returns trigger language plpgsql as 'begin return null; end';
    create trigger refuse_claim before insert on job_claim for each row
      when (new.name like 'job %' and new.name <> ${client.escapeLiteral(`job ${name}`)}) execute function refuse_claim()`)
}

export async function resumeOtherJobs(client: pg.Client): Promise<void> {
  await client.query('drop function refuse_claim() cascade')
}
