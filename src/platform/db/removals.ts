/** Long work on the database in short steps, so that other callers' writes get their turn in between. */

/** Duration of a step; the number of its rows follows from the duration of the one before it. */
const STEP_MS = 8
const FIRST_STEP = 20

/** Calls `step` with a number of rows until it returns false. */
export async function inShortSteps(maxRows: number, step: (rows: number) => Promise<boolean>): Promise<void> {
  for (let rows = FIRST_STEP; ; ) {
    const since = performance.now()
    if (!(await step(rows))) return
    const ratio = STEP_MS / Math.max(1, performance.now() - since)
    rows = Math.max(1, Math.min(maxRows, Math.round(rows * Math.min(2, ratio))))
  }
}
