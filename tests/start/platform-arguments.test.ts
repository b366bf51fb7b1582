import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLATFORM_ARGS } from '../../src/app/platform-supervisor.ts'

const start = `node ${PLATFORM_ARGS.join(' ')}`

describe('The command line', () => {
  it('starts servers with the arguments of the app’s platform, by its npm script and by its own name', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts.sightline).toBe(`${start} bin/sightline.mjs`)
    expect(readFileSync('bin/sightline.mjs', 'utf8').split('\n')[0]).toBe(`#!/usr/bin/env -S ${start}`)
  })
})
