/** Whether a file holds anything. */
import { stat } from 'node:fs/promises'

/** False for a file that is empty, missing or out of reach. */
export const hasBytes = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
