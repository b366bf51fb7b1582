/** Thread entry (bundled as inference.js): holds sessions and runs them one request after the other. */

import { parentPort, workerData } from 'node:worker_threads'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import { asRunFailure, RunFailure } from '../core/run-failure.ts'
import { buffersOf } from './candidates.ts'
import { type DetectorSession, openSession } from './detector-session.ts'
import { type EmbeddingSession, openEmbedding } from './embedding.ts'
import { openSam3 } from './sam3/sam3-session.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

const port = parentPort
if (!port) throw new Error('inference.js is started by the engine, as a worker thread')

const { threads } = workerData as WorkerSettings
const sessions = new Map<string, DetectorSession>()
const embeddings = new Map<string, EmbeddingSession>()
/** The names of the models in messages. */
const names = new Map<string, string>()

const send = (reply: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer)

async function answer(request: ToWorker): Promise<void> {
  switch (request.type) {
    case 'open': {
      const { path, name, prompts } = request
      const session = await (prompts ? openSam3(path, threads, prompts) : openSession(path, threads, name))
      sessions.set(request.model, session)
      names.set(request.model, name)
      send({ type: 'opened', id: request.id, inspection: session.inspection })
      break
    }
    case 'infer': {
      const startedAt = performance.now()
      const session = sessions.get(request.model)
      if (!session) throw new Error(`the model “${request.model}” is not open`)
      const found = await runModel(request.model, session.infer(request.input, request.options))
      const { input } = request
      send({ type: 'inferred', id: request.id, found, input, ms: performance.now() - startedAt }, [
        input.buffer,
        ...buffersOf(found),
      ])
      break
    }
    case 'open-embedding': {
      const embedding = await openEmbedding(request.path, threads, request.name)
      embeddings.set(request.model, embedding)
      names.set(request.model, request.name)
      const { input, dimension } = embedding
      send({ type: 'embedding-opened', id: request.id, input, dimension })
      break
    }
    case 'embed': {
      const startedAt = performance.now()
      const embedding = embeddings.get(request.model)
      if (!embedding) throw new Error(`the model “${request.model}” is not open`)
      const { input } = request
      const vector = await runModel(request.model, embedding.embed(input))
      const ms = performance.now() - startedAt
      send({ type: 'embedded', id: request.id, vector, input, ms }, [input.buffer, ...(vector ? [vector.buffer] : [])])
      break
    }
    case 'close':
      for (const session of [...sessions.values(), ...embeddings.values()]) await session.close()
      port?.close()
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

// A session runs one request at a time, and releasing one with a run queued aborts the process: strictly serialised.
let last = Promise.resolve()
port.on('message', (request: ToWorker) => {
  last = last.then(async () => {
    try {
      await answer(request)
    } catch (error) {
      if (request.type === 'close') throw error
      const failure = asRunFailure(error, null)
      send({ type: 'failed', id: request.id, code: failure.code, said: saidOf(failure) })
    }
  })
})
