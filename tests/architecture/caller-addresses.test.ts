/** Limits by address count the clients of declared proxies only where every address comes from `client-address.ts`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const platform = fileURLToPath(new URL('../../src/platform', import.meta.url))
/** `remoteAddress:` is that of a call which the server makes to itself. */
const READS_ADDRESS = /\.remoteAddress\b|\brequest\.ips?\b|x-forwarded-|['"]forwarded['"]|headers\.forwarded/i

it('addresses of callers, and headers of proxies, are read in two files of the platform', () => {
  const readers = readdirSync(platform, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && READS_ADDRESS.test(readFileSync(join(platform, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(readers.sort()).toEqual(['http/client-address.ts', 'http/connection-limit.ts'])
})
