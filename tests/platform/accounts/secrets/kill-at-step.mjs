/** Preloaded: kills the process before the step SIGHTLINE_KILL_AT of those that reach the disk or the database. */
import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

const at = Number(process.env.SIGHTLINE_KILL_AT)
let step = 0

function counted(owner, name) {
  const original = owner[name]
  owner[name] = function (...given) {
    if (++step === at) process.kill(process.pid, 'SIGKILL')
    return original.apply(this, given)
  }
}

for (const name of ['open', 'rename']) counted(promises, name)
counted(Worker.prototype, 'postMessage')
counted(Socket.prototype, 'write')
syncBuiltinESMExports()
