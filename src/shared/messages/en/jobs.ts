/** The job queue. */
export const jobs = {
  'jobs.parked': [
    'Sightline ended unexpectedly {losses} times while it worked on this, so it was given up. Try a smaller file, or report the file that causes it.',
    'losses',
  ],
} as const
