import { expect, it } from 'vitest'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()

it('“devices video” lists each hardware decoder with a reason unless it can be used, as text and as JSON', async () => {
  const { code, stdout, stderr } = await sightline(['devices', 'video', '--json'], folder)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const codecs = JSON.parse(stdout) as { name: string; codec: string; usable: boolean; reason: string | null }[]
  for (const { usable, reason } of codecs) expect(reason === null).toBe(usable)
  const text = await warmSightline(['devices', 'video'], folder)
  for (const { name, codec, reason } of codecs) expect(text.stdout).toContain(reason ?? `${name} decodes ${codec}.`)
})

it('refuses an unknown value of --hardware-video', async () => {
  const { code, stderr } = await warmSightline(['run', '--demo', '--hardware-video', 'sometimes'], folder)
  expect(code).toBe(1)
  expect(stderr).toContain("argument 'sometimes' is invalid. Allowed choices are off, decode.")
})
