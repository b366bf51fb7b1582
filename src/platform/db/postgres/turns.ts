/** Lets a number of users at a time have something, in the order in which they asked for it. */

export interface Turns {
  /** Resolves to false when none became free in time. */
  take(): Promise<boolean>
  give(): void
}

export function createTurns(most: number, patienceMs: number): Turns {
  let free = most
  const waiting = new Set<() => void>()

  return {
    async take() {
      if (free > 0) {
        free--
        return true
      }
      return new Promise((resolve) => {
        const grant = () => {
          clearTimeout(timer)
          waiting.delete(grant)
          resolve(true)
        }
        const timer = setTimeout(() => {
          waiting.delete(grant)
          resolve(false)
        }, patienceMs)
        waiting.add(grant)
      })
    },
    give() {
      const [next] = waiting
      if (next) next()
      else free++
    },
  }
}
