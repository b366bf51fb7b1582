import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../../../src/shared/domain/version.ts'

test('the version is that of the package', () => {
  expect(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version).toBe(VERSION)
})
