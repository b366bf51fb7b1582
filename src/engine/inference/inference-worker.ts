/** Thread entry (bundled as inference.js): holds sessions and runs them one request, or one batch, after the other. */

import { parentPort, workerData } from 'node:worker_threads'
import { message, saidOf } from '../../shared/messages/message.ts'
import { asRunFailure, RunFailure } from '../core/run-failure.ts'
import { buffersOf, type Found } from './candidates.ts'
import { type DetectorSession, openSession } from './detector-session.ts'
import { type EmbeddingSession, openEmbedding } from './embedding.ts'
import { openSam3 } from './sam3/sam3-session.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

const port = parentPort
if (!port) throw new Error('inference.js is started by the engine, as a worker thread')

type InferMessage = Extract<ToWorker, { type: 'infer' }>

const { threads } = workerData as WorkerSettings
const sessions = new Map<string, DetectorSession>()
const embeddings = new Map<string, EmbeddingSession>()
/** The names of the models in messages. */
const names = new Map<string, string>()

const send = (reply: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer)

async function answer(request: Exclude<ToWorker, InferMessage>): Promise<void> {
  switch (request.type) {
    case 'open': {
      const { path, name, prompts, device, batch, conversion } = request
      const session = await (prompts
        ? openSam3(path, threads, prompts)
        : openSession(path, threads, name, { device, batch, conversion }))
      sessions.set(request.model, session)
      names.set(request.model, name)
      send({ type: 'opened', id: request.id, inspection: session.inspection, batch: session.batch?.size ?? 1 })
      break
    }
    case 'open-embedding': {
      const { path, name, device, batch: wanted, conversion } = request
      const embedding = await openEmbedding(path, threads, name, { device, batch: wanted, conversion })
      embeddings.set(request.model, embedding)
      names.set(request.model, name)
      const { input, dimension, batch } = embedding
      send({ type: 'embedding-opened', id: request.id, input, dimension, batch })
      break
    }
    case 'embed': {
      const startedAt = performance.now()
      const embedding = embeddings.get(request.model)
      if (!embedding) throw new Error(`the model “${request.model}” is not open`)
      const { inputs } = request
      const vectors = await runModel(request.model, embedding.embed(inputs))
      const ms = performance.now() - startedAt
      const transfer = [...inputs, ...vectors].flatMap((values) => (values ? [values.buffer] : []))
      send({ type: 'embedded', id: request.id, vectors, inputs, ms }, transfer)
      break
    }
    case 'close':
      for (const session of [...sessions.values(), ...embeddings.values()]) await session.close()
      port?.close()
  }
}

async function infer(model: string, requests: readonly InferMessage[]): Promise<void> {
  const startedAt = performance.now()
  const session = sessions.get(model)
  const [first] = requests
  if (!session || !first) throw new Error(`the model “${model}” is not open`)
  const { batch } = session
  const work = batch && requests.length > 1 ? batch.infer(requests) : session.infer(first.input, first.options)
  const found = [await runModel<Found | Found[]>(model, work)].flat()
  const ms = (performance.now() - startedAt) / requests.length
  for (const [i, { id, input }] of requests.entries()) {
    const own = found[i] as Found
    send({ type: 'inferred', id, found: own, input, ms }, [input.buffer, ...buffersOf(own)])
  }
}

/** A network that loaded without errors may still fail on an image: ONNX Runtime's message then names internals. */
async function runModel<T>(model: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RunFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const name = names.get(model) ?? model
    throw new RunFailure('block_failed', message('model_file.fails_on_frame', { name, reason }), null, error)
  }
}

/** The requests that wait, oldest first. */
const queue: ToWorker[] = []

/** Removes further images for the same model from the queue. A run blocks the thread, so they first have to arrive. */
async function batchOf(first: InferMessage): Promise<InferMessage[]> {
  const size = sessions.get(first.model)?.batch?.size ?? 1
  if (size === 1) return [first]
  await new Promise(setImmediate)
  const batch = [first]
  for (let at = 0; at < queue.length && batch.length < size; ) {
    const request = queue[at] as ToWorker
    if (request.type === 'infer' && request.model === first.model) {
      batch.push(request)
      queue.splice(at, 1)
    } else at++
  }
  return batch
}

async function serve(request: ToWorker): Promise<void> {
  const requests = request.type === 'infer' ? await batchOf(request) : [request]
  try {
    if (request.type === 'infer') await infer(request.model, requests as InferMessage[])
    else await answer(request)
  } catch (error) {
    if (request.type === 'close') throw error
    const failure = asRunFailure(error, null)
    for (const { id } of requests as InferMessage[]) {
      send({ type: 'failed', id, code: failure.code, said: saidOf(failure) })
    }
  }
}

// A session runs one request at a time, and releasing one with a run queued aborts the process: strictly serialised.
let isServing = false
port.on('message', async (request: ToWorker) => {
  queue.push(request)
  if (isServing) return
  isServing = true
  for (let next = queue.shift(); next; next = queue.shift()) await serve(next)
  isServing = false
})
