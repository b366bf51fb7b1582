/** Work of one at a time: what somebody waits for goes before work in the background. */
export interface TwoQueues {
  add<T>(work: () => Promise<T>, background: boolean): Promise<T>
}

export function createTwoQueues(): TwoQueues {
  const urgent: (() => Promise<void>)[] = []
  const later: (() => Promise<void>)[] = []
  let isWorking = false

  async function workOff(): Promise<void> {
    isWorking = true
    for (let next = urgent.shift() ?? later.shift(); next; next = urgent.shift() ?? later.shift()) await next()
    isWorking = false
  }

  return {
    add: (work, background) =>
      new Promise((resolve, reject) => {
        const queue = background ? later : urgent
        queue.push(() => work().then(resolve, reject))
        if (!isWorking) void workOff()
      }),
  }
}
