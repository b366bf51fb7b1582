/** Disturbances of a run of the command line. Each ends with the run complete, or throws. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killEngines, start } from './processes.mjs'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Disturbances, Torture } from './torture.mjs' */

// --force, because a command that was killed just after its run had completed is repeated in the same folder.
const RUN = ['run', '--demo', '--no-cache', '--force', '--out']
const MOST_RESUMES = 50

/** @param {string} dir */
const hasProgress = (dir) =>
  existsSync(dir) && readdirSync(dir).some((name) => existsSync(join(dir, name, '.checkpoint')))

/**
 * @param {Torture} torture
 * @returns {Disturbances}
 */
export function commandLine({ work, env, wholeMs, random }) {
  /** @param {readonly string[]} args */
  const cli = (args) => start('cli.js', args, { cwd: work, env })
  /** @param {string} out */
  const begin = (out) => cli([...RUN, out])
  /** @param {string} out */
  const resume = (out) => cli(['run', '--resume', out])

  /**
   * Starts, disturbs and resumes until the run has completed; a run without a checkpoint starts again.
   * @param {string} out
   * @param {(child: ChildProcess) => void} disturb
   * @param {number} times
   */
  async function until(out, disturb, times) {
    for (let i = 0; i < MOST_RESUMES; i++) {
      const kept = hasProgress(join(work, out))
      const process = kept ? resume(out) : begin(out)
      if (i < times) {
        await Promise.race([process.ended, sleep(random() * wholeMs)])
        disturb(process.child)
      }
      const { code, stderr } = await process.ended
      if (code === 0) return
      if (i >= times) throw new Error(`a run that nobody disturbed ended with ${code}: ${stderr.trim()}`)
      if (kept && !hasProgress(join(work, out))) throw new Error('the progress of an interrupted run is gone')
    }
    throw new Error(`the run did not complete after ${MOST_RESUMES} starts`)
  }

  const some = () => 1 + Math.floor(random() * 3)
  return {
    'engine killed': (out) => until(out, ({ pid }) => killEngines(Number(pid)), some()),
    'command killed': (out) => until(out, (child) => child.kill('SIGKILL'), some()),
    'command terminated': (out) => until(out, (child) => child.kill('SIGTERM'), some()),
    'Ctrl-C twice': (out) =>
      until(
        out,
        (child) => {
          child.kill('SIGINT')
          child.kill('SIGINT')
        },
        some(),
      ),
    async 'two resumes at once'(out) {
      const stopped = begin(out)
      await Promise.race([stopped.ended, sleep(random() * wholeMs)])
      stopped.child.kill('SIGKILL')
      await stopped.ended
      if (hasProgress(join(work, out))) {
        const both = await Promise.all([resume(out).ended, resume(out).ended])
        if (both.every(({ code }) => code !== 0)) throw new Error(both.map(({ stderr }) => stderr.trim()).join(' '))
      } else await until(out, () => undefined, 0)
    },
    async 'resumed and started beside a living run'(out) {
      const living = begin(out)
      await Promise.race([living.ended, sleep(random() * wholeMs)])
      const others = await Promise.all([resume(out).ended, begin(out).ended])
      const first = await living.ended
      const codes = [first, ...others].map(({ code }) => code)
      if (!codes.includes(0)) throw new Error(`no run completed: ${[first, ...others].map((e) => e.stderr).join(' ')}`)
      if (first.code !== 0) throw new Error(`the living run was ended: ${first.stderr.trim()}`)
    },
  }
}
