import { describe, expect, it } from 'vitest'
import { type Host, HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { createRunController } from '../../../../../src/renderer/screens/editor/session/run-store.ts'
import type { RunUpdate } from '../../../../../src/shared/domain/run.ts'
import { exampleRun as run } from '../../../../shared/domain/example-run.ts'

/** A host that responds from a table and streams one list of updates per connection. */
function host(calls: Record<string, () => unknown>, streams: (RunUpdate[] | Error)[]): Host {
  return {
    api: async (id: string) => {
      const answer = calls[id]
      if (!answer) throw new Error(`no ${id}`)
      return answer()
    },
    studio: {
      followRun: async function* () {
        const next = streams.shift() ?? []
        if (next instanceof Error) throw next
        yield* next
      },
    },
  } as unknown as Host
}

const until = (check: () => boolean) => expect.poll(check).toBe(true)

describe('a followed run', () => {
  it('is found again after the host was unreachable', async () => {
    const lost = new HostError({ code: 'unreachable', message: 'gone', details: [] })
    const streams = [
      [{ type: 'run' as const, run: run() }],
      lost,
      [{ type: 'run' as const, run: run({ status: 'completed' }) }],
    ]
    const controller = createRunController(host({}, streams), [1])
    const lostStates: boolean[] = []
    controller.store.subscribe(({ lost }) => lostStates.push(lost))
    controller.follow('run-1')
    await until(() => controller.store.getState().run?.status === 'completed')
    expect(lostStates).toContain(true)
    expect(controller.store.getState().lost).toBe(false)
  })

  it('is over, with the reason, when it was deleted while the host was unreachable', async () => {
    const gone = new HostError({ code: 'not_found', message: 'There is no such run.', details: [] })
    const controller = createRunController(host({}, [[{ type: 'run', run: run() }], gone]), [1])
    controller.follow('run-1')
    await until(() => controller.store.getState().problem !== null)
    expect(controller.store.getState()).toMatchObject({ run: null, lost: false, problem: 'There is no such run.' })
  })

  it('reports why it did not start', async () => {
    const refuse = () => {
      throw new HostError({ code: 'graph_not_runnable', message: 'Choose a video first.', details: [] })
    }
    const controller = createRunController(host({ 'workflows.run': refuse }, []), [1])
    await expect(controller.start('wf')).rejects.toThrow('Choose a video first.')
    expect(controller.store.getState()).toMatchObject({ problem: 'Choose a video first.', busy: null, run: null })
  })

  it('treats a cancel after the end as no error', async () => {
    const late = () => {
      throw new HostError({ code: 'wrong_state', message: 'ended', details: [] })
    }
    const controller = createRunController(
      host({ 'workflows.run': () => ({ run_id: 'run-1' }), 'workflowRuns.cancel': late }, [
        [{ type: 'run', run: run() }],
      ]),
      [10_000],
    )
    await controller.start('wf')
    await until(() => controller.store.getState().run !== null)
    await controller.cancel()
    expect(controller.store.getState()).toMatchObject({ problem: null, busy: null })
    controller.stop()
  })
})
