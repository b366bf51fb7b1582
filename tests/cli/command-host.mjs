/**
 * Runs commands of the built command line one after the other in this process, which loads their modules and the
 * platform once. Started by cli.ts; ends with the process that started it.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [entry] = process.argv.slice(2)
const [, program] = /import\("(\.\/chunk-cli-[\w-]+\.js)"\)/.exec(readFileSync(entry, 'utf8')) ?? []
if (!program) throw new Error(`${entry} does not import the program of the command line`)
const url = pathToFileURL(join(dirname(entry), program)).href

class Exit extends Error {}
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode ?? 0
  throw new Exit()
}

/** Replaces what is written to a stream, until `restore` is called. */
function captured(stream) {
  const { write } = stream
  const capture = { text: '', restore: () => Object.assign(stream, { write }) }
  stream.write = (chunk, ...rest) => {
    capture.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = rest.find((argument) => typeof argument === 'function')
    if (done) process.nextTick(done)
    return true
  }
  return capture
}

function setEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

let executed = 0
async function execute({ args, cwd, env }) {
  const [home, argv] = [process.cwd(), process.argv]
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)]
  setEnvironment(env)
  process.argv = [process.execPath, entry, ...args]
  process.exitCode = undefined
  try {
    process.chdir(cwd)
    // A module of another URL is executed again; those that it imports are not.
    await import(`${url}?${++executed}`)
  } catch (error) {
    if (!(error instanceof Exit)) return { failure: error instanceof Error ? error.stack : String(error) }
  } finally {
    stdout.restore()
    stderr.restore()
    process.chdir(home)
    process.argv = argv
  }
  return { ended: { code: process.exitCode ?? 0, stdout: stdout.text, stderr: stderr.text } }
}

process.on('message', async (command) => process.send(await execute(command)))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
