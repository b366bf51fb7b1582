import { expect, it } from 'vitest'
import { dataDir } from '../../src/app/data-dir.ts'

const at = (platform: string, home: string, env: Record<string, string> = {}) =>
  dataDir({ platform, home, env, cwd: '/work' })

it.each([
  ['Linux', at('linux', '/home/ada'), '/home/ada/.local/share/sightline'],
  ['Linux with XDG', at('linux', '/home/ada', { XDG_DATA_HOME: '/data' }), '/data/sightline'],
  [
    'Linux with a relative XDG, which does not count',
    at('linux', '/home/ada', { XDG_DATA_HOME: 'data' }),
    '/home/ada/.local/share/sightline',
  ],
  ['macOS', at('darwin', '/Users/ada'), '/Users/ada/Library/Application Support/Sightline'],
  [
    'Windows',
    at('win32', 'C:\\Users\\ada', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }),
    'C:\\Users\\ada\\AppData\\Roaming\\Sightline',
  ],
  ['Windows without APPDATA', at('win32', 'C:\\Users\\ada'), 'C:\\Users\\ada\\AppData\\Roaming\\Sightline'],
  ['an override', at('darwin', '/Users/ada', { SIGHTLINE_DATA: '/elsewhere' }), '/elsewhere'],
  ['a relative override', at('linux', '/home/ada', { SIGHTLINE_DATA: 'here' }), '/work/here'],
])('returns the data folder for %s', (_, found, expected) => {
  expect(found).toBe(expected)
})
