/**
 * An inference thread whose devices other than the CPU fail: its sessions are real ones on the CPU, which stand in for
 * those of a GPU until the fault.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundles.ts'

export type Fault =
  /** The thread refuses to open a model on the device. */
  | 'opening'
  /** The thread ends at an image, as with a device that is lost. */
  | 'death'

/** Writes its entry to the folder. `after`: number of requests for images that the device serves before it dies. */
export function faultyDevice(folder: string, fault: Fault, after = 0): string {
  const path = join(folder, `${fault}-${after}.mjs`)
  writeFileSync(
    path,
    `
import { parentPort } from 'node:worker_threads'
const on = parentPort.on.bind(parentPort)
let isGpu = false
let images = 0
parentPort.on = (event, listener) =>
  on(event, (request) => {
    if (request.device && request.device !== 'cpu') {
      isGpu = true
      if (${fault === 'opening'}) {
        const said = { message: 'the device refuses' }
        return parentPort.postMessage({ type: 'failed', id: request.id, code: 'model_unreadable', said })
      }
    }
    if (isGpu && (request.type === 'infer' || request.type === 'embed') && images++ >= ${after}) process.exit(1)
    listener({ ...request, device: 'cpu' })
  })
await import(${JSON.stringify(pathToFileURL(bundle('inference.js')).href)})
`,
  )
  return path
}
