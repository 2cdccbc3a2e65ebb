/** Whether something takes part. */
export const activities = ['ACTIVE', 'INACTIVE'] as const
