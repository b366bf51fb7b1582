/** The job queue. */
export const jobs = {
  'jobs.parked': [
    'Sightline ended unexpectedly {losses} times while it worked on this, so it was given up. Try a smaller file, or report the file that causes it.',
    'losses',
  ],
  'jobs.missing': 'There is no such job.',
  'jobs.has_ended': ['This job has ended already ({state}).', 'state'],
  'jobs.not_to_retry': [
    'Only a job that failed, was cancelled or was given up can be retried; this one is {state}.',
    'state',
  ],
} as const
