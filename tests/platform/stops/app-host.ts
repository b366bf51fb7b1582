/** The platform process of the app. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type {
  FromPlatformProcess,
  PlatformStart,
  ToPlatformProcess,
} from '../../../src/shared/bridge/platform-process.ts'
import { bundle, root } from '../../engine/support/bundles.ts'
import { createHost, type Host } from './host.ts'

/** The receiver of the test is in this network; a spare engine would be mistaken for one that works. */
const ENVIRONMENT = { SIGHTLINE_PRIVATE_WEBHOOKS: '1', SIGHTLINE_STANDBY: '0' }

export const appHost = (): Host =>
  createHost({
    async launch(dataDir, before) {
      const env = { ...process.env, ...ENVIRONMENT }
      const child = fork(bundle('platform.js'), { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const resourcesDir = join(root, 'resources')
      const start: PlatformStart = {
        type: 'start',
        dataDir,
        resourcesDir,
        version: '0.0.0-test',
        allowLocalFiles: true,
      }
      child.send(start)
      const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
      if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
      // The key is returned by the first start only.
      const key = before?.key ?? (ready.apiKey as string)
      return { child, baseUrl: ready.baseUrl, key }
    },
    close: (child) => child.send({ type: 'stop' } satisfies ToPlatformProcess),
  })
