/** Arranges small graphs at once and large ones in a worker, so that the page stays responsive. */
import { type ArrangeInput, arrange, type Positions } from './arrange.ts'

const LARGE = 200

export function arrangeAnywhere(input: ArrangeInput): Promise<Positions> {
  if (input.nodes.length <= LARGE || typeof Worker === 'undefined') return Promise.resolve(arrange(input))
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./arrange-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<Positions>) => {
      worker.terminate()
      resolve(event.data)
    }
    worker.onerror = () => {
      worker.terminate()
      resolve(arrange(input))
    }
    worker.postMessage(input)
  })
}
