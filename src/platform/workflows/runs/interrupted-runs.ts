/**
 * What becomes of runs that are interrupted by a stop or a crash of their process.
 *
 * `requeue`: they continue under their ids, from their checkpoints, as soon as a process executes runs again.
 * `end`: they have the status `error`, and people decide which of them they resume; only for the one process of a database.
 *
 * Runs that wait stay queued in any case.
 */
export type InterruptedRuns = 'requeue' | 'end'
