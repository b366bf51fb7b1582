/** Work of `sightline serve` on SQLite, stopped in each way. */
import { describe } from 'vitest'
import { STOPS } from './host.ts'
import { serverHost } from './server-host.ts'
import { itContinues, itGivesUp, stoppedHost } from './stopped-host.ts'

const stopped = stoppedHost(async () => serverHost())

describe.each(STOPS)('a server, started again after %s,', (how) => itContinues(stopped, how, true))

describe('a server that kill -9 ends again and again', () => itGivesUp(stopped))
